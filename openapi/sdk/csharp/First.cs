using System;
using System.Linq;
using Longcase.Api;
using Longcase.Client;
using Longcase.Extensions;
using Longcase.Model;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

var address = new Uri(Environment.GetEnvironmentVariable("LONGCASE") ?? "http://127.0.0.1:8080");
IServiceProvider Connect(string token) => Host.CreateDefaultBuilder().ConfigureApi((context, options) => {
    options.AddTokens(new BearerToken(token));
    options.AddApiHttpClients(client => client.BaseAddress = address);
}).ConfigureLogging(logging => logging.SetMinimumLevel(LogLevel.Warning)).Build().Services;

var made = await Connect("").GetRequiredService<IPlayersApi>().MakePlayerAsync(newPlayer: new NewPlayer());
if (!made.TryCreated(out var player)) throw new Exception(made.RawContent);
var services = Connect(player.Token); // keep the token: it is shown once
var wish = new NewGame(variant: "grandfathers-clock");
var started = await services.GetRequiredService<IGamesApi>().StartGameAsync(newGame: wish);
if (!started.TryCreated(out var game)) throw new Exception(started.RawContent);
foreach (var pile in game.Piles) Console.WriteLine($"{pile.Id} {string.Join(' ', pile.Cards)}");

var body = new MovesRequest([game.LegalMoves.First().Move], game.VarVersion);
var moved = await services.GetRequiredService<IMovesApi>().MakeMovesAsync(game.Id, body);
if (moved.TryOk(out var now)) Console.WriteLine($"{body.Moves.First()} {now.Status}");
else if (moved.TryConflict(out var problem)) Console.WriteLine(problem.Code);
