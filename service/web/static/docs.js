// Start Swagger UI on our document. What a newcomer would have to copy from answer to question is
// carried over: the token of the guest that was made, the ids of what was started, a legal move.
"use strict";

const player = document.getElementById("player");
const START = ["/v1/games", "post"];
const MOVES = ["/v1/games/{game_id}/moves", "post"];

async function start() {
  const answer = await fetch("openapi.json");
  if (!answer.ok) {
    throw new Error(`openapi.json: ${answer.status}`);
  }
  const spec = await answer.json();
  putAddressesFirst(spec);
  const examples = takeExamples(spec);
  bodyOf(spec, START).example = { variant: "grandfathers-clock" }; // as in the introduction

  const ui = SwaggerUIBundle({
    spec,
    dom_id: "#api",
    deepLinking: true,
    defaultModelExpandDepth: 5, // with what each member means
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: "list",
    plugins: [withoutFalseLocks, withExamplesInFields(examples)],
    responseInterceptor: carryOver,
    tryItOutEnabled: true,
    validatorUrl: null, // nothing leaves this service
  });

  function carryOver(response) {
    const told = response.ok && response.body instanceof Object ? response.body : {};
    if (told.token) {
      ui.preauthorizeApiKey("token", told.token);
      player.textContent = "You are a guest now: the calls with a lock bear your token.";
    }
    if (told.legal_moves) {
      fillIn(ui, spec, "game_id", told.id);
      offer(ui, told.legal_moves[0]?.move, told.version);
    }
    if (told.why) {
      offer(ui, told.move, told.version);
    }
    if (told.entries) {
      fillIn(ui, spec, "race_id", told.id);
    }
    if (told.board_url) {
      fillIn(ui, spec, "replay_id", told.id);
    }
    return response;
  }
}

/** Put the parameters of an address before those of its calls. */
function putAddressesFirst(spec) {
  for (const item of Object.values(spec.paths)) {
    const { parameters = [], ...calls } = item;
    for (const call of Object.values(calls)) {
      call.parameters = [...parameters, ...(call.parameters ?? [])];
    }
    delete item.parameters;
  }
}

/** Take examples out of the forms that would be sent as they stand; return them by name. */
function takeExamples(spec) {
  const ofCalls = Object.values(spec.paths).flatMap((item) =>
    Object.values(item).flatMap((call) => call.parameters),
  );
  const examples = {};
  for (const parameter of [...Object.values(spec.components.parameters), ...ofCalls]) {
    const { name, required, schema } = parameter;
    if (schema?.type === "object") {
      parameter.example = {}; // else names are made up
    } else if (name && (!required || name.endsWith("_id"))) {
      examples[name] ??= parameter.example;
      delete parameter.example;
    }
  }
  return examples;
}

/** Show a lock where a token is needed, and not where one may be sent. */
function withoutFalseLocks(system) {
  const wrap = (Summary) => (props) => {
    const needed = props.operationProps.get("security")?.every((way) => !way.isEmpty());
    const operationProps = needed ? props.operationProps : props.operationProps.delete("security");
    return system.React.createElement(Summary, { ...props, operationProps });
  };
  return { wrapComponents: { OperationSummary: wrap } };
}

/** Show in an empty field what may stand there, not the field's own name. */
function withExamplesInFields(examples) {
  return (system) => {
    const wrap = (Field) => (props) => {
      const example = examples[props.description];
      const description = example === undefined ? "" : `such as ${example}`;
      return system.React.createElement(Field, { ...props, description });
    };
    return { wrapComponents: { JsonSchema_string: wrap } };
  };
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

/** Write a move into the form that makes moves. */
function offer(ui, move, version) {
  if (move !== undefined) {
    const value = JSON.stringify({ moves: [move], version }, null, 2);
    ui.oas3Actions.setRequestBodyValue({ value, pathMethod: MOVES });
  }
}

function bodyOf(spec, [path, method]) {
  return spec.paths[path][method].requestBody.content["application/json"];
}

start().catch((error) => {
  player.textContent = `The document cannot be shown: ${error.message}`;
});
