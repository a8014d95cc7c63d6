package io.snowkeeper.sequences.engine;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sequences that the documents create, and ask by a document's key: it keeps its number, as time passes by hand. */
class DocumentedKeysTest {

    private static final Path DOCUMENTS = Path.of("..", "docs");
    private static final Pattern CREATED =
            Pattern.compile("^    \\$ .*sequence create (\\S+) (.*--mode .*)$", Pattern.MULTILINE);
    private static final Pattern ASKED =
            Pattern.compile("^    \\$ .*sequence next (\\S+) .*--key (\\S+)$", Pattern.MULTILINE);

    /** From Friday afternoon to Monday morning. */
    private static final Duration WEEKEND = Duration.ofHours(64);

    private static final Duration PASS = Duration.ofMinutes(1);

    private final ManualFleet fleet = new ManualFleet();

    @AfterEach
    void stop() {
        fleet.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"use/sequences.md", "use/gapless.md", "use/business-numbers.md", "use/number-by-event.md"})
    void aKeyOfAnExampleKeepsItsNumberForTwelveMinutesAndOverAWeekend(String page) throws Exception {
        String text = Files.readString(DOCUMENTS.resolve(page));
        Map<String, String> created = CREATED.matcher(text)
                .results()
                .collect(toMap(match -> match.group(1), match -> match.group(2), (first, second) -> first));
        Map<NextRequest, Grant> given = ASKED.matcher(text)
                .results()
                .filter(match -> created.containsKey(match.group(1)))
                .map(match -> NextRequest.of(match.group(1)).withKey(match.group(2)))
                .distinct()
                .collect(toMap(request -> request, request -> {
                    create(request.sequence(), created.get(request.sequence()));
                    return ask(request);
                }));
        assertThat(given).isNotEmpty();

        pass(Duration.ofMinutes(12));
        given.forEach((request, first) -> assertThat(ask(request)).isEqualTo(first));
        pass(WEEKEND);
        given.forEach((request, first) -> assertThat(ask(request)).isEqualTo(first));
    }

    @Test
    void noPageButTheseAsksByAKey() throws IOException {
        try (Stream<Path> pages = Files.walk(DOCUMENTS)) {
            assertThat(pages.filter(DocumentedKeysTest::asksByKey)
                            .map(page -> DOCUMENTS.relativize(page).toString()))
                    .containsExactlyInAnyOrder(
                            "use/sequences.md", "use/gapless.md", "use/business-numbers.md", "use/number-by-event.md");
        }
    }

    private static boolean asksByKey(Path page) {
        try {
            return page.toString().endsWith(".md")
                    && ASKED.matcher(Files.readString(page)).find();
        } catch (IOException e) {
            throw new AssertionError(page.toString(), e);
        }
    }

    /** Creates a sequence by a command, with the defaults of its mode. */
    private void create(String name, String command) {
        SequenceMode mode = option(command, "mode").flatMap(SequenceMode::of).orElseThrow();
        SequenceOptions options = SequenceOptions.defaultOf(mode);
        Optional<Duration> retention = option(command, "key-retention").flatMap(Retention::parse);
        fleet.get(fleet.node.create(new SequenceDefinition(
                name,
                mode,
                List.of(new NumberRange(1, 1_000)),
                retention.map(options::withKeyRetention).orElse(options))));
    }

    private static Optional<String> option(String command, String name) {
        return Pattern.compile("--" + name + " (\\S+)")
                .matcher(command)
                .results()
                .map(match -> match.group(1))
                .findFirst();
    }

    /** Requests numbers, and confirms them if they are reserved. */
    private Grant ask(NextRequest request) {
        Grant grant = fleet.get(fleet.node.next(request));
        grant.reservation().ifPresent(reservation -> fleet.get(fleet.node.confirm(request.sequence(), reservation)));
        return grant;
    }

    private void pass(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(PASS)) {
            fleet.sweepAfter(PASS);
        }
    }
}
