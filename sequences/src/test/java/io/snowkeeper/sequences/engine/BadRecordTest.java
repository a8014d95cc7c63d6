package io.snowkeeper.sequences.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.testkit.extent.Extent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * One bad record, of each kind below the sequences, with one value after another that a careless or hostile hand writes: it costs its
 * own sequence alone, and nothing says that ZooKeeper is away.
 */
class BadRecordTest {

    /** One in this many mutants of a record is tried. */
    private static final int STRIDE = Extent.of(13, 1);

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final SequenceOptions SHORT =
            SequenceOptions.DEFAULT.withReservationTime(Duration.ofSeconds(10)).withAtExpiry(AtExpiry.RETURN);

    private static final List<String> VALUES = List.of(
            "null",
            "\"\"",
            "\"../o\"",
            "\"/\"",
            "\"a\\u0000b\"",
            "-1",
            "0",
            "9223372036854775807",
            "1e400",
            "[]",
            "{}",
            "[[]]",
            "[null]",
            "true");

    private static final List<String> WHOLES = List.of("", "null", "{}", "[]", "7", "\"x\"", "{\"a\":", "\u00ff\u00fe");

    /** The served sequences, which stay served whatever happens to the others' records. */
    private static final class Serving implements AutoCloseable {

        final ManualFleet fleet = new ManualFleet();

        Serving() {
            // A call at the very time of a look at the state is not answered by that look.
            fleet.time.tickNanos = 1;
            for (SequenceMode mode : SequenceMode.values()) {
                for (String name : List.of("bad-", "good-")) {
                    fleet.get(fleet.node.create(new SequenceDefinition(
                            name + mode.text(), mode, List.of(new NumberRange(1, 1_000)), SHORT)));
                    for (int i = 0; i < 3; i++) {
                        fleet.get(fleet.node.next(
                                NextRequest.of(name + mode.text()).withKey("key " + i)));
                    }
                }
            }
            for (String name : List.of("bad-gapless", "good-gapless")) {
                Grant kept = fleet.get(fleet.node.next(NextRequest.of(name)));
                fleet.get(fleet.node.confirm(name, kept.reservation().orElseThrow()));
                Grant back = fleet.get(fleet.node.next(NextRequest.of(name)));
                fleet.get(fleet.node.cancel(name, back.reservation().orElseThrow()));
            }
            fleet.pass();
        }

        List<String> paths() {
            List<String> found = new ArrayList<>();
            for (SequenceMode mode : SequenceMode.values()) {
                below(SequencePaths.name("bad-" + mode.text()), found);
            }
            return found;
        }

        private void below(String path, List<String> found) {
            found.add(path);
            fleet.ensemble.children(path).forEach(child -> below(path + "/" + child, found));
        }

        void requireOthersServed() {
            for (SequenceMode mode : SequenceMode.values()) {
                String name = "good-" + mode.text();
                for (StoredSequences by : List.of(fleet.node, fleet.other)) {
                    assertThat(fleet.get(by.next(NextRequest.of(name))).places())
                            .isNotEmpty();
                    assertThat(fleet.get(by.describe(name)).definition().name()).isEqualTo(name);
                }
            }
            assertThat(fleet.get(fleet.node.list(Optional.empty(), 100)).items())
                    .extracting(sequence -> sequence.definition().name())
                    .contains("good-block", "good-ordered", "good-gapless");
            fleet.pass(15);
            assertThat(fleet.get(fleet.node.describe("good-gapless")).pending()).isZero();
        }

        void requireHonestAnswersOfTheBad(boolean mayBeReadAgain) {
            for (SequenceMode mode : SequenceMode.values()) {
                String name = "bad-" + mode.text();
                for (StoredSequences by : List.of(fleet.node, fleet.other)) {
                    if (requireHonest(mayBeReadAgain, () -> by.describe(name)) instanceof UnknownSequenceException) {
                        continue;
                    }
                    requireHonest(mayBeReadAgain, () -> by.next(NextRequest.of(name)));
                    requireHonest(
                            mayBeReadAgain, () -> by.next(NextRequest.of(name).withKey("key 1")));
                    requireHonest(mayBeReadAgain, () -> by.pending(name, Optional.empty(), 10));
                    requireHonest(mayBeReadAgain, () -> by.ledger(name, 1, 10));
                }
            }
        }

        /** Returns the call's failure, null if it succeeds. */
        private @Nullable SequenceException requireHonest(boolean mayBeReadAgain, Supplier<CompletionStage<?>> call) {
            CompletableFuture<?> answer = call.get().toCompletableFuture();
            fleet.loop.runReady();
            fleet.wait(ManualFleet.TIMEOUT);
            assertThat(answer).isDone();
            if (!answer.isCompletedExceptionally()) {
                if (answer.join() instanceof Grant grant) {
                    assertThat(grant.places()).allMatch(run -> run.from() >= 1 && run.to() <= 1_000);
                }
                return null;
            }
            try {
                ServingNode.await(answer);
                return null;
            } catch (SequenceUnavailableException e) {
                if (!mayBeReadAgain) {
                    assertThat(e.reason()).as(e.getMessage()).isNotEqualTo(UnavailableReason.ZOOKEEPER_AWAY);
                }
                return e;
            } catch (SequenceException e) {
                assertThat(e.getMessage()).isNotBlank();
                return e;
            }
        }

        @Override
        public void close() {
            fleet.close();
        }
    }

    private static List<byte[]> mutants(byte[] payload) {
        List<byte[]> all = new ArrayList<>();
        WHOLES.forEach(whole -> all.add(whole.getBytes(UTF_8)));
        try {
            JsonNode tree = JSON.readTree(payload);
            if (tree != null) {
                mutate(tree, tree, all);
            }
        } catch (IOException e) {
            // Lines of a ledger, which are no one JSON value.
            String text = new String(payload, UTF_8);
            all.add(text.substring(0, text.length() / 2).getBytes(UTF_8));
            all.add(text.replace(':', ',').getBytes(UTF_8));
            all.add((text + text).getBytes(UTF_8));
        }
        return all;
    }

    /** Adds the whole with one value of a part replaced, or left out. */
    private static void mutate(JsonNode whole, JsonNode part, List<byte[]> all) {
        if (part instanceof ObjectNode object) {
            for (String field : (Iterable<String>) object::fieldNames) {
                mutateField(whole, object, field, all);
            }
        } else if (part instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                JsonNode before = array.get(i);
                for (String value : VALUES) {
                    array.set(i, parse(value));
                    all.add(bytes(whole));
                }
                array.set(i, before);
                mutate(whole, before, all);
            }
        }
    }

    private static void mutateField(JsonNode whole, ObjectNode object, String field, List<byte[]> all) {
        JsonNode before = object.get(field);
        for (String value : VALUES) {
            object.set(field, parse(value));
            all.add(bytes(whole));
        }
        object.set(field, before);
        mutate(whole, before, all);
    }

    private static JsonNode parse(String value) {
        try {
            return JSON.readTree(value);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(JsonNode whole) {
        return whole.toString().getBytes(UTF_8);
    }

    @Test
    void aBadRecordCostsItsOwnSequenceAlone() {
        int places;
        try (Serving serving = new Serving()) {
            places = serving.paths().size();
        }
        List<String> failures = new ArrayList<>();
        for (int place = 0; place < places; place++) {
            int number = place % STRIDE;
            while (isMutantTried(place, number, failures)) {
                number += STRIDE;
            }
        }

        assertThat(failures).isEmpty();
    }

    /** Returns whether there is a mutant of that number. */
    private static boolean isMutantTried(int place, int number, List<String> failures) {
        try (Serving serving = new Serving()) {
            String path = serving.paths().get(place);
            List<byte[]> mutants =
                    mutants(serving.fleet.ensemble.record(path).orElseThrow().payload());
            if (number >= mutants.size()) {
                return false;
            }
            byte[] bad = mutants.get(number);
            if (new String(bad, UTF_8).contains("\"returned\":{\"lowest\":[0,")) {
                // Writing there makes numbers come back, these as well.
                return true;
            }
            serving.fleet.ensemble.put(path, bad);
            try {
                serving.fleet.pass(2);
                serving.requireHonestAnswersOfTheBad(mayBeReadAgain(path));
                serving.requireOthersServed();
            } catch (RuntimeException | AssertionError e) {
                // A state that lacks its latest write is an older one: the right verdict.
                if (!isRestore(e)) {
                    failures.add("%s = %s: %s".formatted(path, new String(bad, UTF_8), e));
                }
            }
            return true;
        }
    }

    private static boolean isRestore(Throwable failure) {
        return failure instanceof SequenceUnavailableException refusal
                && refusal.reason() == UnavailableReason.ENSEMBLE_RESTORED;
    }

    /** A state and a ledger that contradict each other are read again until that is no race: for longer than a call waits here. */
    private static boolean mayBeReadAgain(String path) {
        return path.contains("gapless") && (path.endsWith("/state") || path.contains("/ledger-"));
    }
}
