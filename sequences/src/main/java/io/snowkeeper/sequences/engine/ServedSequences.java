package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.access.SequenceStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sequences that this node serves, by name: each from when it is first asked for until there is none of the name. Thread-safe. */
final class ServedSequences {

    private final SequenceStore tree;
    private final BiFunction<String, Consumer<ServedSequence>, ServedSequence> maker;
    private final Map<String, ServedSequence> served = new ConcurrentHashMap<>();

    /**
     * @param tree while it refuses, nothing is requested
     * @param maker makes the sequence of a name, and reports if there is none
     */
    ServedSequences(SequenceStore tree, BiFunction<String, Consumer<ServedSequence>, ServedSequence> maker) {
        this.tree = tree;
        this.maker = maker;
    }

    /** Returns one that was asked for before, null if there is none. */
    @Nullable
    ServedSequence known(String name) {
        return served.get(name);
    }

    /** Returns one, whether it was asked for before or not. */
    ServedSequence get(String name) {
        return served.computeIfAbsent(name, made -> maker.apply(made, unknown -> served.remove(made, unknown)));
    }

    /** Asks again if the sequence was forgotten meanwhile, since there was none of the name a moment ago. */
    <T> CompletableFuture<T> ask(String name, Function<ServedSequence, CompletableFuture<T>> question) {
        SequenceUnavailableException refusal = tree.refusal();
        if (refusal != null) {
            // Kept blocks, too.
            return CompletableFuture.failedFuture(refusal);
        }
        while (true) {
            ServedSequence sequence = get(name);
            CompletableFuture<T> answer = question.apply(sequence);
            if (!answer.isCompletedExceptionally() || !sequence.isRetired()) {
                return answer;
            }
            served.remove(name, sequence);
        }
    }

    /** @param now the present time, as the sequences know it */
    List<SequenceUsage> usage(long now) {
        return served.values().stream()
                .filter(sequence -> sequence.isUsed(now))
                .map(ServedSequence::usage)
                .flatMap(Optional::stream)
                .toList();
    }

    List<SeenSequence> seen(@Nullable Instant restored) {
        return served.values().stream()
                .map(sequence -> sequence.seen(restored))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Requires another read of everything: watches are gone with the old session. */
    void revalidate() {
        served.values().forEach(ServedSequence::revalidate);
    }

    /** Makes all of them give back their blocks. */
    CompletableFuture<Void> stop(long timeoutNanos) {
        return CompletableFuture.allOf(served.values().stream()
                .map(sequence -> sequence.stop(timeoutNanos))
                .toArray(CompletableFuture[]::new));
    }

    void end() {
        served.values().forEach(ServedSequence::end);
    }
}
