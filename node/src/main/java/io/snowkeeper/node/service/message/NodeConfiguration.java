package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.sequence.FieldWriter;
import io.snowkeeper.core.text.DurationFormat;
import io.snowkeeper.node.service.message.StartOption.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The configuration of a node. Values of options are for its log alone: ports report names.
 *
 * @param version the program's version
 * @param window how far ahead it reserves time
 * @param zooKeeper the fleet's ZooKeeper as it was given, or {@value #EMBEDDED}
 * @param options those that were given, in the order of the help
 */
public record NodeConfiguration(
        String version, Layout layout, Duration window, String zooKeeper, List<StartOption> options) {

    /** In the place of ZooKeeper's address, if the node runs its own. */
    public static final String EMBEDDED = "embedded";

    public NodeConfiguration {
        requireNonNull(version);
        requireNonNull(layout);
        requireNonNull(window);
        requireNonNull(zooKeeper);
        options = List.copyOf(options);
    }

    /** Adds all but version and layout, and of options their names. */
    public void writeTo(FieldWriter fields) {
        fields.number("window_ms", window.toMillis());
        fields.text("zookeeper", zooKeeper);
        for (Origin origin : Origin.values()) {
            fields.texts(
                    "options_" + StartOption.field(origin),
                    from(origin).map(StartOption::name).toList());
        }
    }

    /** Returns all of it for the log, with the values of options. */
    public String text() {
        String given = Stream.of(Origin.values())
                .map(origin -> "options %s: %s"
                        .formatted(
                                StartOption.field(origin).replace('_', ' '),
                                from(origin)
                                        .map(StartOption::text)
                                        .reduce((all, next) -> all + ", " + next)
                                        .orElse("none")))
                .collect(joining("; "));
        return "version %s, layout %s from %s in ticks of %s, window %s, ZooKeeper %s; %s"
                .formatted(
                        version,
                        layout.widths(),
                        Instant.ofEpochMilli(layout.epochMillis()),
                        DurationFormat.format(Duration.ofMillis(layout.tick().millis())),
                        DurationFormat.format(window),
                        zooKeeper,
                        given);
    }

    private Stream<StartOption> from(Origin origin) {
        return options.stream().filter(option -> option.origin() == origin);
    }
}
