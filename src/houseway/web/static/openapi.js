/**
 * The house's HTTP interface, shown from its own description.
 * @module
 */
import { get } from "./api.js";
import { draw, h } from "./dom.js";
import { texts } from "./texts.js";

const TEXTS = texts("openapi");

/** @typedef {{ name: string, in: string, required?: boolean, description?: string }} Parameter */
/**
 * @typedef {{ tags?: string[], summary?: string, description?: string, parameters?: Parameter[],
 *   responses?: Record<string, unknown> }} Operation
 */

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

  /** @param {{ paths?: Record<string, Record<string, Operation>> }} document_ */
  groups(document_) {
    /** @type {Map<string, { path: string, method: string, operation: Operation }[]>} */
    const groups = new Map();
    for (const [path, methods] of Object.entries(document_.paths ?? {})) {
      for (const [method, operation] of Object.entries(methods)) {
        const tag = operation.tags?.[0] ?? TEXTS.untagged;
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
              h("span", { class: "method", translate: "no" }, method.toUpperCase()),
              h("code", null, path),
              " ",
              h("span", { class: "dim" }, operation.summary ?? ""),
            ),
            operation.description ? h("p", null, operation.description) : null,
            operation.parameters?.length
              ? h(
                "ul",
                null,
                operation.parameters.map((one) =>
                  h(
                    "li",
                    { key: one.name },
                    h("code", null, one.name),
                    (one.required ? TEXTS.requiredPlace : TEXTS.place)({ place: one.in }),
                    one.description ? `: ${one.description}` : "",
                  )
                ),
              )
              : null,
            h(
              "p",
              { class: "small dim" },
              TEXTS.answers({ codes: Object.keys(operation.responses ?? {}).join(", ") }),
            ),
          )
        ),
      )
    );
  }
}

customElements.define("hw-openapi", OpenApi);
