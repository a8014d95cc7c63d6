package io.snowkeeper.cli.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.cli.plan.CutOver.Verdict;
import io.snowkeeper.core.Layout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The report of a cut-over, for people and for programs.
 *
 * @param now when it is made
 * @param isEndGiven whether somebody said where the old ids end, or it was taken to be now
 */
record CutOverReport(CutOver cutOver, Instant now, boolean isEndGiven) {

    ObjectNode json() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("from", json(cutOver.from()));
        body.set("to", json(cutOver.to()));
        // Strings, as every number that may go beyond 2^53.
        body.put("largest_id", Long.toString(cutOver.largestId()));
        body.put("largest_id_time", cutOver.largestTime().toString());
        body.put("verdict", cutOver.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        body.put("first_id", cutOver.firstId().map(Object::toString).orElse(null));
        body.put("not_before", cutOver.notBefore().map(Instant::toString).orElse(null));
        if (cutOver.verdict() == Verdict.NEVER) {
            body.putNull("pause_ms");
        } else {
            body.put("pause_ms", cutOver.pause().toMillis());
        }
        body.put("at_once_from", cutOver.atOnceFrom().map(Instant::toString).orElse(null));
        body.put(
                "old_reach_first_id_at",
                cutOver.meeting().map(Instant::toString).orElse(null));
        return body;
    }

    private static ObjectNode json(Layout layout) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("layout", layout.text())
                .put("epoch", layout.epoch().toString());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("from        " + describe(cutOver.from()));
        lines.add("largest id  %s, of %s".formatted(cutOver.largestId(), cutOver.largestTime()));
        lines.add("to          " + describe(cutOver.to()));
        lines.add("first id    "
                + cutOver.firstId()
                        .map(id -> "%s, of %s".formatted(id, cutOver.notBefore().orElseThrow()))
                        .orElse("none"));
        if (cutOver.largestTime().isAfter(now)) {
            lines.add("");
            lines.add(
                    "The largest id has a time that has not come yet, by this machine's clock: see that its layout and epoch are right.");
        }
        lines.add("");
        switch (cutOver.verdict()) {
            case AT_ONCE ->
                lines.add(
                        isEndGiven
                                ? "At once: every new id is larger than all old ones up to this largest one."
                                : "At once, for a fleet that is stopped already: every new id is larger than all old ones up to now. If it still runs, give --at.");
            case AFTER_A_PAUSE -> {
                lines.add(
                        "After a pause of %s in which no ids can be given: only then is every new id larger than all old ones."
                                .formatted(text(cutOver.pause())));
                lines.add(cutOver.atOnceFrom()
                        .filter(time -> !time.isBefore(cutOver.oldEnd()))
                        .map(time -> "Without a pause, the old fleet can be replaced from %s on.".formatted(time))
                        .orElse("It does not get shorter by waiting; by an earlier epoch or fewer time bits it does."));
            }
            case NEVER ->
                lines.add("Never: the new layout ends at %s, before it has ids that are larger than the old ones."
                        .formatted(cutOver.to().end()));
        }
        cutOver.notBefore().ifPresent(begin -> {
            lines.add(cutOver.meeting()
                    .map(time ->
                            "Old ids would reach the first new one at %s: stop the old fleet before.".formatted(time))
                    .orElse("Old ids never reach the first new one."));
            lines.add("Start the new nodes below another chroot, with --layout %s --epoch %s --not-before %s"
                    .formatted(cutOver.to().text(), cutOver.to().epoch(), begin));
        });
        return lines;
    }

    private static String describe(Layout layout) {
        return "%s from %s".formatted(layout.text(), layout.epoch());
    }

    private static String text(Duration pause) {
        return pause.toDays() > 1 ? pause.toDays() + " days" : pause.toMillis() + " ms";
    }
}
