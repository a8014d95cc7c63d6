package io.snowkeeper.client;

import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.SequenceCall;
import io.snowkeeper.client.internal.dispatch.SequenceRequest;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.text.WellFormedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The calls about a sequence, and about all of them. Thread-safe. */
final class SequenceCalls {

    /** A page has up to 1,000 entries, each with a key, a subject and a reason as long as some dozen numbers, or many runs. */
    private static final int LEDGER_NUMBERS = 200_000;

    /** Has a sequence not be deleted whose ledger would be lost. */
    static final String KEEP = "keep";

    static final String DISCARD = "discard";

    static final String NEXT = "sequence_next";

    private static final String CONFIRM = "sequence_confirm";
    private static final String CANCEL = "sequence_cancel";
    private static final String VOID = "sequence_void";

    /** The types of requests that settle a reservation. */
    static final Set<String> SETTLEMENTS = Set.of(CONFIRM, CANCEL, VOID);

    /** No more numbers are given at once where each has a text. */
    private static final int MAX_TEXTS = 1_000;

    /** A number with its text is as long as so many numbers: a text has up to 80 characters, most of which may take six bytes. */
    private static final int TEXT_NUMBERS = 18;

    private static final int MAX_TEXT = 128;
    private static final int MAX_AFTER = 1_000;
    private static final int MAX_KEY = 256;
    private static final int MAX_RESERVATION = 80;
    private static final int MAX_REASON = 256;

    /** What tells how a sequence stands has two numbers for each of up to 10,000 ranges. */
    private static final int STATE_NUMBERS = 20_100;

    /** A page of reservations has two numbers for each of up to 10,000 ranges, and keys and names as long as ten times as many. */
    private static final int PENDING_NUMBERS = 200_000;

    /** As long as 100,000 names of 40 characters, which servers answer that know no pages; a page is far shorter. */
    private static final int LIST_NUMBERS = 200_000;

    private final String name;
    private final ClientRuntime runtime;
    private final Optional<Token> token;
    private final boolean allowsOverlap;

    /**
     * @param token what is shown to servers before they change the sequence
     * @param allowsOverlap whether its ranges may overlap those of other sequences
     */
    SequenceCalls(String name, ClientRuntime runtime, Optional<Token> token, boolean allowsOverlap) {
        this.allowsOverlap = allowsOverlap;
        this.name = name;
        this.runtime = runtime;
        this.token = token;
    }

    /**
     * Asks for names of sequences.
     *
     * @param after the name that they come after, empty to begin
     */
    static CompletableFuture<SequenceNamesPage> list(ClientRuntime runtime, Optional<String> after, int limit) {
        return list(runtime, after, limit, SequenceAnswers::names);
    }

    /** Asks for sequences as {@link #list(ClientRuntime, Optional, int)} does for names. */
    static CompletableFuture<SequencesPage> listStates(ClientRuntime runtime, Optional<String> after, int limit) {
        return list(runtime, after, limit, SequenceAnswers::sequences);
    }

    private static <T> CompletableFuture<T> list(
            ClientRuntime runtime, Optional<String> after, int limit, BiFunction<Answer, Optional<String>, T> reader) {
        if (limit < 1 || limit > SequenceNamesPage.MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "must be >= 1 && <= %s: limit=%s".formatted(SequenceNamesPage.MAX_LIMIT, limit));
        }
        after.ifPresent(name -> requireLength("after", name, MAX_AFTER));
        SequenceRequest request = new SequenceRequest("", "sequence_list", true, LIST_NUMBERS, line -> {
            after.ifPresent(name -> line.with("after", name));
            return line.with("limit", limit);
        });
        return submit(runtime, request, answer -> reader.apply(answer, after));
    }

    /** Asks for the names of all sequences, one page after another. */
    static CompletableFuture<List<String>> listAll(ClientRuntime runtime) {
        return listAll(runtime, new ArrayList<>(), Optional.empty());
    }

    private static CompletableFuture<List<String>> listAll(
            ClientRuntime runtime, List<String> names, Optional<String> after) {
        return list(runtime, after, SequenceNamesPage.MAX_LIMIT).thenCompose(page -> {
            names.addAll(page.names());
            return page.next().isEmpty()
                    ? CompletableFuture.completedFuture(List.copyOf(names))
                    : listAll(runtime, names, page.next());
        });
    }

    CompletableFuture<SequenceNumbers> next(int count, @Nullable String key) {
        if (count < 1 || count > NumberSequence.MAX_COUNT) {
            throw new IllegalArgumentException(
                    "must be >= 1 && <= %s: count=%s".formatted(NumberSequence.MAX_COUNT, count));
        }
        if (key != null) {
            requireLength("key", key, MAX_KEY);
            requireWellFormed(key);
        }
        return ask(
                NEXT,
                key != null,
                count <= MAX_TEXTS ? count * TEXT_NUMBERS : count,
                line -> key == null
                        ? line.with("count", count)
                        : line.with("count", count).with("key", key),
                answer -> SequenceAnswers.numbers(answer, count));
    }

    CompletableFuture<Boolean> confirm(String reservation) {
        requireLength("reservation", reservation, MAX_RESERVATION);
        return settle(CONFIRM, line -> line.with("reservation", reservation));
    }

    CompletableFuture<Boolean> cancel(String reservation) {
        requireLength("reservation", reservation, MAX_RESERVATION);
        return settle(CANCEL, line -> line.with("reservation", reservation));
    }

    CompletableFuture<Boolean> voids(String reservation, String reason) {
        requireLength("reservation", reservation, MAX_RESERVATION);
        requireLength("reason", reason, MAX_REASON);
        return settle(
                VOID, line -> withToken(line.with("reservation", reservation).with("reason", reason)));
    }

    CompletableFuture<Boolean> confirmNumber(BusinessNumber number) {
        return settleNumber(CONFIRM, line -> withNumber(line, number));
    }

    CompletableFuture<Boolean> cancelNumber(BusinessNumber number) {
        return settleNumber(CANCEL, line -> withNumber(line, number));
    }

    CompletableFuture<Boolean> voidNumber(BusinessNumber number, String reason) {
        requireLength("reason", reason, MAX_REASON);
        return settleNumber(VOID, line -> withNumber(line, number).with("reason", reason));
    }

    private static RequestLine withNumber(RequestLine line, BusinessNumber number) {
        RequestLine numbered = line.with("number", number.number());
        return number.period()
                .map(period -> numbered.with("period", period.text()))
                .orElse(numbered);
    }

    CompletableFuture<ParsedText> parse(String text) {
        requireLength("text", text, MAX_TEXT);
        return ask("sequence_parse", true, 0, line -> line.with("text", text), SequenceAnswers::parsed);
    }

    private CompletableFuture<Boolean> settle(String type, UnaryOperator<RequestLine> body) {
        return ask(type, true, 0, body, answer -> true);
    }

    /** Sent once: when it was done, somebody else may have reserved the number, and doing it again would settle his reservation. */
    private CompletableFuture<Boolean> settleNumber(String type, UnaryOperator<RequestLine> body) {
        return ask(type, false, 0, line -> withToken(body.apply(line)), answer -> true);
    }

    CompletableFuture<PendingPage> pending(Optional<String> after, int limit) {
        if (limit < 1 || limit > PendingPage.MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "must be >= 1 && <= %s: limit=%s".formatted(PendingPage.MAX_LIMIT, limit));
        }
        after.ifPresent(reservation -> requireLength("after", reservation, MAX_RESERVATION));
        return ask(
                "sequence_pending",
                true,
                PENDING_NUMBERS,
                line -> {
                    after.ifPresent(reservation -> line.with("after", reservation));
                    return line.with("limit", limit);
                },
                answer -> SequenceAnswers.pending(answer, after));
    }

    CompletableFuture<SequenceState> describe() {
        return askState("sequence_describe", true, line -> line);
    }

    CompletableFuture<SequenceState> create(SequenceMode mode, List<NumberRange> ranges, SequenceOptions options) {
        List<NumberRange> given = requireRanges(ranges);
        return ask(
                "sequence_create",
                true,
                STATE_NUMBERS,
                line -> withToken(options.addTo(withRanges(line.with("mode", mode.text()), given))),
                answer -> SequenceAnswers.created(answer, name, options.step()));
    }

    CompletableFuture<SequenceState> append(List<NumberRange> ranges) {
        List<NumberRange> given = requireRanges(ranges);
        return askState("sequence_append", false, line -> withToken(withRanges(line, given)));
    }

    CompletableFuture<SequenceState> advance(long to) {
        return askState("sequence_advance", false, line -> withToken(line.with("to", to)));
    }

    CompletableFuture<SequenceState> turnBack(Period to) {
        return askState("sequence_turn_back", true, line -> withToken(line.with("period", to.text())));
    }

    CompletableFuture<SequenceState> configure(SequenceOptions options) {
        return askState("sequence_configure", true, line -> withToken(options.addTo(line)));
    }

    /** @param ledger what becomes of a ledger that was not released: keep, so that nothing is deleted, or discard */
    CompletableFuture<Optional<LedgerMark>> delete(OptionalLong next, String ledger) {
        return ask(
                "sequence_delete",
                false,
                0,
                line -> {
                    RequestLine kept = ledger.equals(KEEP) ? line : line.with("ledger", ledger);
                    return withToken(next.isPresent() ? kept.with("next", next.getAsLong()) : kept);
                },
                SequenceAnswers::mark);
    }

    CompletableFuture<LedgerPage> ledger(long from, int limit) {
        if (from < 1 || limit < 1 || limit > LedgerPage.MAX_LIMIT) {
            throw new IllegalArgumentException("must be from >= 1, limit >= 1 && <= %s: from=%s, limit=%s"
                    .formatted(LedgerPage.MAX_LIMIT, from, limit));
        }
        return ask(
                "sequence_ledger",
                true,
                LEDGER_NUMBERS,
                line -> line.with("from", from).with("limit", limit),
                answer -> SequenceAnswers.ledger(answer, from));
    }

    CompletableFuture<LedgerStanding> balance() {
        return ask("sequence_balance", true, LEDGER_NUMBERS, line -> line, SequenceAnswers::balance);
    }

    CompletableFuture<Optional<LedgerMark>> release(long through, Optional<String> hash) {
        return ask(
                "sequence_release",
                true,
                0,
                line -> {
                    RequestLine given = line.with("through", through);
                    return withToken(hash.isPresent() ? given.with("hash", hash.get()) : given);
                },
                SequenceAnswers::mark);
    }

    /** What is the default is left out, and one range is told as servers of older versions know it, too. */
    private RequestLine withRanges(RequestLine given, List<NumberRange> ranges) {
        RequestLine line = allowsOverlap ? given.with("allow_overlap", true) : given;
        if (ranges.size() == 1) {
            NumberRange range = ranges.get(0);
            return line.with("from", range.from()).with("to", range.to());
        }
        return line.with("from", ranges.stream().mapToLong(NumberRange::from).toArray())
                .with("to", ranges.stream().mapToLong(NumberRange::to).toArray());
    }

    private static List<NumberRange> requireRanges(List<NumberRange> ranges) {
        if (ranges.isEmpty() || ranges.size() > SequenceClient.MAX_RANGES) {
            throw new IllegalArgumentException(
                    "must be 1 to %s ranges: count=%s".formatted(SequenceClient.MAX_RANGES, ranges.size()));
        }
        return List.copyOf(ranges);
    }

    private RequestLine withToken(RequestLine line) {
        return token.map(token -> line.with("token", token.text())).orElse(line);
    }

    private CompletableFuture<SequenceState> askState(
            String type, boolean repeatable, UnaryOperator<RequestLine> body) {
        return ask(type, repeatable, STATE_NUMBERS, body, answer -> SequenceAnswers.state(answer, name));
    }

    private <T> CompletableFuture<T> ask(
            String type, boolean repeatable, int numbers, UnaryOperator<RequestLine> body, Function<Answer, T> reader) {
        return submit(
                runtime,
                new SequenceRequest(name, type, repeatable, numbers, line -> body.apply(line.with("sequence", name))),
                reader);
    }

    private static <T> CompletableFuture<T> submit(
            ClientRuntime runtime, SequenceRequest request, Function<Answer, T> reader) {
        return runtime.submit(new SequenceCall<>(request, runtime.newDeadline(), reader));
    }

    private static void requireWellFormed(String key) {
        WellFormedText.damage(key).ifPresent(damage -> {
            throw new IllegalArgumentException("must be undamaged Unicode: key has " + damage);
        });
    }

    private static void requireLength(String what, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw new IllegalArgumentException(
                    "must have 1 to %s characters: %s has %s".formatted(max, what, value.length()));
        }
    }
}
