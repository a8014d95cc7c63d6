package io.snowkeeper.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.NodeWithSequences;
import io.snowkeeper.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The commands of docs/use/number-by-event.md, one after the other, say what the page says. */
class NumberByEventDocumentIT {

    private static final Pattern COMMAND =
            Pattern.compile("^    \\$ snowkeeper (sequence .*)\\n((?:    [^$\\n].*\\n)*)", Pattern.MULTILINE);
    private static final Pattern RESERVATION = Pattern.compile("^reservation (\\S+)$", Pattern.MULTILINE);

    /** The reservations of the page, by which ours have other names. */
    private final Map<String, String> ours = new HashMap<>();

    @Test
    void theCommandsSayWhatThePageSays() throws Exception {
        List<String> done = new ArrayList<>();
        try (NodeWithSequences node = NodeWithSequences.start()) {
            String page = Files.readString(Path.of("..", "docs", "use", "number-by-event.md"));
            COMMAND.matcher(page).results().forEach(command -> {
                done.add(command.group(1));
                saysWhatThePageSays(node, command.group(1), command.group(2).replaceAll("(?m)^    ", ""));
            });
        }
        assertThat(done).hasSize(14);
    }

    private void saysWhatThePageSays(NodeWithSequences node, String command, String said) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.replaceAll(word -> ours.getOrDefault(word, word));
        words.addAll(List.of("--server", node.address()));
        Run run = Run.of(words.toArray(String[]::new));

        assertThat(run.status()).as("%s: %s", command, run.err()).isZero();
        if (!said.isEmpty()) {
            var given = RESERVATION.matcher(run.out());
            RESERVATION.matcher(said).results().forEach(reservation -> {
                assertThat(given.find()).as(command).isTrue();
                ours.putIfAbsent(reservation.group(1), given.group(1));
            });
            assertThat(run.out()).as(command).isEqualTo(renamed(said));
        }
    }

    private String renamed(String said) {
        return RESERVATION.matcher(said).replaceAll(reservation -> "reservation " + ours.get(reservation.group(1)));
    }
}
