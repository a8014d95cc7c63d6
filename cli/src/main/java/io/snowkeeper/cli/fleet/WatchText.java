package io.snowkeeper.cli.fleet;

import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;

/** The text of a fleet that is watched: what is known of it, and since when that is not of now any more. */
final class WatchText {

    private WatchText() {}

    static List<String> lines(WatchedFleet fleet) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        fleet.staleSince()
                .ifPresent(since -> out.println(PrintableText.of("%s since %s (%s s): %s"
                        .formatted(
                                fleet.last().isPresent() ? "STALE" : "NOTHING SEEN",
                                since,
                                Math.max(0, Duration.between(since, fleet.at()).toSeconds()),
                                fleet.problem().orElse("")))));
        fleet.last().ifPresent(seen -> {
            out.println("told by " + PrintableText.of(seen.url()));
            new FleetTables(seen.fleet(), fleet.age()).print(out);
        });
        out.flush();
        return text.toString().lines().toList();
    }
}
