import { byId, setText } from "./elements.js";
import { duration, time } from "./text.js";

/** Says what is away and since when, until it is back. */
export class Outage {
  #reason = null;
  #since = null;
  #seenWell = false;
  #failedAt = null;

  /**
   * Somebody did not answer. Behind a balancer that may be one node that has just gone: not before it happens again is it an outage.
   *
   * @return whether it has happened again
   */
  failed() {
    const again = this.#failedAt !== null;
    this.#failedAt ??= new Date();
    return again;
  }

  /** All is well. */
  over() {
    this.#seenWell = true;
    this.#reason = null;
    this.#failedAt = null;
    byId("notice").classList.remove("shown");
    setText(byId("notice"), "");
  }

  /**
   * @param reason what is away, as the beginning of a sentence
   * @param consequence what that means for what is shown
   * @param since from when on it was away, by this browser's clock; undefined if nobody has told
   */
  met(reason, consequence, since) {
    if (this.#reason !== reason) {
      this.#reason = reason;
      this.#since = since ?? this.#failedAt ?? new Date();
      const when = since !== undefined || this.#seenWell ? `since ${time(this.#since)}` : "since before this page was opened";
      // Once for each outage: it is read aloud. The running time is in the head of the page.
      setText(byId("notice"), `${reason} ${when}. ${consequence} Trying again every few seconds.`);
      byId("notice").classList.add("shown");
    }
  }

  /** Returns how long it has been away, in words. */
  lasts() {
    return duration(Date.now() - this.#since);
  }
}
