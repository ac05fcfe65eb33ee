/**
 * Long work of the server as a page sees it: started by a button, with progress, and stopped by another.
 * @module
 */
import { get, post, remove } from "./api.js";
import { h } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").Job} Job */
/** @typedef {{ game: string, kind: string, options: Record<string, string>, study: string, form?: string }} Asked */

const TEXTS = texts("lab_job");
const POLL_MILLISECONDS = 400;

/** A job of the page; `changed` is called whenever there is something new to draw. */
export class Work {
  /**
   * @param {string} label what the progress is of, for those who hear it
   * @param {() => void} changed
   */
  constructor(label, changed) {
    this.label = label;
    this.changed = changed;
    /** @type {Job | null} */
    this.job = null;
    this.problem = "";
  }

  get busy() {
    return this.job !== null;
  }

  /**
   * Do it; the job once it is done, null where it failed or was stopped.
   * @param {Asked} asked
   * @returns {Promise<Job | null>}
   */
  async run(asked) {
    this.problem = "";
    try {
      this.job = await post("/jobs", asked);
      this.changed();
      while (this.job && ["waiting", "running"].includes(this.job.state ?? "")) {
        await new Promise((done) => setTimeout(done, POLL_MILLISECONDS));
        this.job = await get(`/jobs/${this.job.id}`);
        this.changed();
      }
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
    const job = this.job;
    this.job = null;
    if (job?.state === "failed") this.problem = job.problem || TEXTS.failed;
    if (job?.state === "stopped") this.problem = TEXTS.stopped;
    this.changed();
    return job?.state === "done" ? job : null;
  }

  async stop() {
    if (this.job) await remove(`/jobs/${this.job.id}`).catch(() => undefined); // it may be done by now
  }

  /** The progress and the button that stops it; where nothing is under way, why it ended. */
  draw() {
    const job = this.job;
    if (!job) return this.problem && h("p", { key: "why", class: "problem", role: "alert" }, this.problem);
    const share = job.total ? (job.done ?? 0) / job.total : 0;
    const words = job.state === "waiting"
      ? TEXTS.waiting
      : job.total
      ? TEXTS.share({ Math: Math.floor(100 * share) })
      : TEXTS.begun;
    return h(
      "div",
      { key: "work", class: "work" },
      h("progress", { max: 1, value: share, "aria-label": this.label }),
      h("span", { role: "status" }, words),
      h("button", { class: "button", type: "button", onclick: () => this.stop() }, TEXTS.stop),
    );
  }
}
