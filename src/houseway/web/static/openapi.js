/**
 * The house's HTTP interface, told from its own description.
 * @module
 */
import { get } from "./api.js";
import { draw, h } from "./dom.js";

/** The list of calls. */
class OpenApi extends HTMLElement {
  async connectedCallback() {
    try {
      const document_ = await get("/openapi.json");
      draw(this, this.groups(document_));
    } catch (problem) {
      draw(this, h("p", { class: "problem", role: "alert" }, String(problem)));
    }
  }

  /** @param {any} document_ */
  groups(document_) {
    /** @type {Map<string, any[]>} */
    const groups = new Map();
    for (const [path, methods] of Object.entries(document_.paths ?? {})) {
      for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (methods))) {
        const tag = operation.tags?.[0] ?? "other";
        groups.set(tag, [...(groups.get(tag) ?? []), { path, method, operation }]);
      }
    }
    return [...groups].map(([tag, rows]) =>
      h(
        "section",
        { class: "operations", key: tag },
        h("h2", null, tag),
        rows.map(({ path, method, operation }) =>
          h(
            "details",
            { key: `${method}${path}` },
            h(
              "summary",
              null,
              h("span", { class: "method" }, method.toUpperCase()),
              h("code", null, path),
              " ",
              h("span", { class: "dim" }, operation.summary ?? ""),
            ),
            operation.description ? h("p", null, operation.description) : null,
            operation.parameters?.length
              ? h(
                "ul",
                null,
                operation.parameters.map((/** @type {any} */ one) =>
                  h(
                    "li",
                    { key: one.name },
                    h("code", null, one.name),
                    ` in ${one.in}${one.required ? ", required" : ""}${
                      one.description ? `: ${one.description}` : ""
                    }`,
                  )
                ),
              )
              : null,
            h("p", { class: "small dim" }, `Answers: ${Object.keys(operation.responses ?? {}).join(", ")}`),
          )
        ),
      )
    );
  }
}

customElements.define("hw-openapi", OpenApi);
