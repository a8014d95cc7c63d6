package io.snowkeeper.node.stream;

import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;

/**
 * The count of a session's answers. Plain generates are not counted one by one: they are the rest of all answers. Not
 * thread-safe.
 */
public final class AnswerCount {

    private final RequestCounters tally;
    private long answers;
    private long counted;
    private long timed;

    /** @param tally of the thread that uses this */
    public AnswerCount(RequestCounters tally) {
        this.tally = tally;
    }

    /** Counts an answer that is being written, and returns how many were before it. */
    public long next() {
        return answers++;
    }

    /** Returns how many answers there were. */
    public long answers() {
        return answers;
    }

    /** Notes the kind of one of the answers. */
    public void note(Request.Kind kind, Answer answer) {
        tally.answered(kind, answer);
        counted++;
    }

    /** Notes the kind of some of the answers, all of them successful. */
    public void note(Request.Kind kind, long requests) {
        tally.answered(kind, requests);
        counted += requests;
    }

    /**
     * Counts all answers; those without a note are plain generates.
     *
     * @param nanos how long those took that were not timed yet
     */
    public void close(long nanos) {
        if (answers > counted) {
            tally.generated(answers - counted);
            counted = answers;
        }
        if (answers > timed) {
            tally.took(nanos, answers - timed);
            timed = answers;
        }
    }
}
