package io.snowkeeper.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A named sequence. Thread-safe.
 *
 * <p>All calls but {@link #next(int)} without a key can be done twice and mean the same, so they are sent again, to another server
 * if need be, until the deadline. Without a key, a call that may have reached a server is not sent again, since that would
 * take other numbers: it fails with {@link OutcomeUnknownException}.
 *
 * <p>Every method throws, or its stage fails with, a {@link SnowkeeperException}; a {@link RefusedException} says by its code
 * what does not fit. The stages are as those of {@link SnowkeeperClient}.
 */
public final class SequenceClient {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,128}");
    private static final int MAX_KEY = 256;
    private static final int MAX_RESERVATION = 80;
    private static final int MAX_COUNT = 10_000;

    /** What tells how a sequence stands has two numbers for each of up to 1,000 ranges. */
    private static final int STATE_NUMBERS = 2_100;

    private final String name;
    private final ClientRuntime runtime;

    SequenceClient(String name, ClientRuntime runtime) {
        if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException(
                    "must be 1 to 128 of A-Z, a-z, 0-9, '.', '_' and '-', and not '.' or '..': name=" + name);
        }
        this.name = name;
        this.runtime = runtime;
    }

    /**
     * Takes numbers, at most once: they are lost if the answer is.
     *
     * @param count how many; 1 to 10,000
     * @throws IllegalArgumentException if the count is out of its range
     */
    public SequenceNumbers next(int count) {
        return runtime.await(() -> take(count, null));
    }

    /**
     * Takes numbers, exactly once for a key: the same key gets the same numbers again while the sequence remembers it, ten
     * minutes by default.
     *
     * @param count how many; 1 to 10,000, and the same for the same key
     * @param key what the numbers are for, such as an order's number; 1 to 256 characters
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public SequenceNumbers next(int count, String key) {
        return runtime.await(() -> take(count, key));
    }

    /** Takes numbers as {@link #next(int)} does. */
    public CompletionStage<SequenceNumbers> nextAsync(int count) {
        return take(count, null);
    }

    /** Takes numbers as {@link #next(int, String)} does. */
    public CompletionStage<SequenceNumbers> nextAsync(int count, String key) {
        return take(count, key);
    }

    /**
     * Says that the numbers of a reservation are used. Doing it twice is fine.
     *
     * @throws RefusedException with code 22 if they belong to somebody else by now: undo what was done with them
     */
    public void confirm(String reservation) {
        var unused = runtime.await(() -> settle("sequence_confirm", reservation));
    }

    /** Says that the numbers of a reservation are used, as {@link #confirm} does. */
    public CompletionStage<Void> confirmAsync(String reservation) {
        return settle("sequence_confirm", reservation).thenAccept(done -> {});
    }

    /** Gives the numbers of a reservation back. Doing it twice is fine. */
    public void cancel(String reservation) {
        var unused = runtime.await(() -> settle("sequence_cancel", reservation));
    }

    /** Gives the numbers of a reservation back, as {@link #cancel} does. */
    public CompletionStage<Void> cancelAsync(String reservation) {
        return settle("sequence_cancel", reservation).thenAccept(done -> {});
    }

    /** Returns how the sequence stands. */
    public SequenceState describe() {
        return runtime.await(this::state);
    }

    /** Asks how the sequence stands. */
    public CompletionStage<SequenceState> describeAsync() {
        return state();
    }

    /**
     * Creates the sequence, with default options. Fine if there is the same one already.
     *
     * @return how it stands
     * @throws RefusedException with code 21 if there is another one of this name
     */
    public SequenceState create(SequenceMode mode, NumberRange range) {
        return runtime.await(() -> creation(mode, range));
    }

    /** Creates the sequence, as {@link #create} does. */
    public CompletionStage<SequenceState> createAsync(SequenceMode mode, NumberRange range) {
        return creation(mode, range);
    }

    private CompletableFuture<SequenceNumbers> take(int count, @Nullable String key) {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("must be >= 1 && <= %d: count=%d".formatted(MAX_COUNT, count));
        }
        if (key != null) {
            requireLength("key", key, MAX_KEY);
        }
        return ask(
                "sequence_next",
                key != null,
                count,
                line -> key == null
                        ? line.with("count", count)
                        : line.with("count", count).with("key", key),
                answer -> SequenceAnswers.numbers(answer, count));
    }

    private CompletableFuture<Boolean> settle(String type, String reservation) {
        requireLength("reservation", reservation, MAX_RESERVATION);
        return ask(type, true, 0, line -> line.with("reservation", reservation), answer -> true);
    }

    private CompletableFuture<SequenceState> state() {
        return ask(
                "sequence_describe", true, STATE_NUMBERS, line -> line, answer -> SequenceAnswers.state(answer, name));
    }

    private CompletableFuture<SequenceState> creation(SequenceMode mode, NumberRange range) {
        return ask(
                "sequence_create",
                true,
                STATE_NUMBERS,
                line -> line.with("mode", mode.text())
                        .with("from", range.from())
                        .with("to", range.to()),
                answer -> SequenceAnswers.state(answer, name));
    }

    private <T> CompletableFuture<T> ask(
            String type, boolean repeatable, int numbers, UnaryOperator<RequestLine> body, Function<Answer, T> reader) {
        SequenceRequest request = new SequenceRequest(name, type, repeatable, numbers, body);
        return runtime.submit(new SequenceCall<>(request, runtime.newDeadline(), reader));
    }

    private static void requireLength(String what, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw new IllegalArgumentException(
                    "must have 1 to %d characters: %s has %d".formatted(max, what, value.length()));
        }
    }
}
