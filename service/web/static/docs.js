// Start Swagger UI on our document. What a newcomer would have to copy from answer to question is
// carried over: the token of the guest that was made, and the id of the game that was started.
"use strict";

const player = document.getElementById("player");

async function start() {
  const answer = await fetch("openapi.json");
  if (!answer.ok) {
    throw new Error(`openapi.json: ${answer.status}`);
  }
  const spec = withEmptyFields(await answer.json());

  const ui = SwaggerUIBundle({
    spec,
    dom_id: "#api",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: "list",
    responseInterceptor: carryOver,
    tryItOutEnabled: true,
    validatorUrl: null, // nothing leaves this service
  });

  function carryOver(response) {
    const made = response.status === 201 ? response.body : {};
    if (made.token) {
      ui.preauthorizeApiKey("token", made.token);
      player.textContent = "You are a guest now: the calls on this page bear your token.";
    }
    if (made.legal_moves) {
      fillIn(ui, spec, "game_id", made.id);
    }
    return response;
  }
}

/** Take the examples of optional headers out of the forms: they would be sent as they stand. */
function withEmptyFields(spec) {
  for (const parameter of Object.values(spec.components.parameters)) {
    if (!parameter.required) {
      delete parameter.example;
    }
  }
  return spec;
}

/** Write a value into every form that asks for it in its path. */
function fillIn(ui, spec, name, value) {
  for (const [path, item] of Object.entries(spec.paths)) {
    if (path.includes(`{${name}}`)) {
      for (const method of Object.keys(item)) {
        ui.specActions.changeParam([path, method], name, "path", value, false);
      }
    }
  }
}

start().catch((error) => {
  player.textContent = `The document cannot be shown: ${error.message}`;
});
