package io.snowkeeper.client;

import static io.snowkeeper.core.Checks.requireLength;

import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.SequenceCall;
import io.snowkeeper.client.internal.dispatch.SequenceRequest;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.Checks;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceName;
import io.snowkeeper.core.text.WellFormedText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@link SequenceClient}, each of the same name, that do not wait: a stage completes with the result of
 * the other one, or fails with its exception. Arguments out of their range are refused at once. Thread-safe.
 *
 * <p>The stages are as those of {@link AsyncSnowkeeperClient}.
 */
public final class AsyncSequenceClient {

    /** A page has up to 1,000 entries, each with a key, a subject and a reason as long as some dozen numbers, or many runs. */
    private static final int LEDGER_NUMBERS = 200_000;

    static final String NEXT = "sequence_next";

    private static final String CONFIRM = "sequence_confirm";
    private static final String CANCEL = "sequence_cancel";
    private static final String VOID = "sequence_void";

    /** The types of requests that settle a reservation. */
    static final Set<String> SETTLEMENTS = Set.of(CONFIRM, CANCEL, VOID);

    /** No more numbers are given at once where each has a text. */
    private static final int MAX_TEXTS = 1_000;

    /**
     * The size of a number with its text, in numbers: a text has up to 80 characters, most of which may take six bytes.
     */
    private static final int TEXT_NUMBERS = 18;

    private static final int MAX_TEXT = 128;
    private static final int MAX_KEY = 256;
    private static final int MAX_RESERVATION = 80;
    private static final int MAX_REASON = 256;

    /** The size of a sequence's description, in numbers: two for each of up to 10,000 ranges, and some more. */
    private static final int STATE_NUMBERS = 20_100;

    /** A page of reservations has two numbers for each of up to 10,000 ranges, and keys and names as long as ten times as many. */
    private static final int PENDING_NUMBERS = 200_000;

    /** Reads an answer that only confirms success. */
    @SuppressWarnings("NullAway")
    private static final Function<Answer, Void> NOTHING = answer -> null;

    private final String name;
    private final ClientRuntime runtime;
    private final Optional<Token> token;
    private final boolean allowsOverlap;

    /**
     * @param token shown to servers before the sequence is changed
     * @param allowsOverlap whether its ranges may overlap those of other sequences
     */
    AsyncSequenceClient(String name, ClientRuntime runtime, Optional<Token> token, boolean allowsOverlap) {
        if (!SequenceName.isValid(name)) {
            throw new IllegalArgumentException(
                    "must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..': name=" + name);
        }
        this.allowsOverlap = allowsOverlap;
        this.name = name;
        this.runtime = runtime;
        this.token = token;
    }

    /** As {@link SequenceClient#allowingOverlap}. */
    public AsyncSequenceClient allowingOverlap() {
        return new AsyncSequenceClient(name, runtime, token, true);
    }

    /** Returns the sequence's name. */
    public String name() {
        return name;
    }

    BlockingCalls blocking() {
        return new BlockingCalls(runtime);
    }

    /** As {@link SequenceClient#next(int)}. */
    public CompletionStage<SequenceNumbers> next(int count) {
        return take(count, null);
    }

    /** As {@link SequenceClient#next(int, String)}. */
    public CompletionStage<SequenceNumbers> next(int count, String key) {
        return take(count, key);
    }

    private CompletionStage<SequenceNumbers> take(int count, @Nullable String key) {
        Checks.requireWithin("count", count, 1, NumberSequence.MAX_COUNT);
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

    /** As {@link SequenceClient#confirm}. */
    public CompletionStage<Void> confirm(String reservation) {
        requireLength("reservation", reservation, MAX_RESERVATION);
        return settle(CONFIRM, line -> line.with("reservation", reservation));
    }

    /** As {@link SequenceClient#cancel}. */
    public CompletionStage<Void> cancel(String reservation) {
        requireLength("reservation", reservation, MAX_RESERVATION);
        return settle(CANCEL, line -> line.with("reservation", reservation));
    }

    /** As {@link SequenceClient#voidReservation}. */
    public CompletionStage<Void> voidReservation(String reservation, String reason) {
        requireLength("reservation", reservation, MAX_RESERVATION);
        requireLength("reason", reason, MAX_REASON);
        return settle(
                VOID, line -> withToken(line.with("reservation", reservation).with("reason", reason)));
    }

    /** As {@link SequenceClient#confirmNumber}. */
    public CompletionStage<Void> confirmNumber(BusinessNumber number) {
        return settleNumber(CONFIRM, line -> withNumber(line, number));
    }

    /** As {@link SequenceClient#cancelNumber}. */
    public CompletionStage<Void> cancelNumber(BusinessNumber number) {
        return settleNumber(CANCEL, line -> withNumber(line, number));
    }

    /** As {@link SequenceClient#voidNumber}. */
    public CompletionStage<Void> voidNumber(BusinessNumber number, String reason) {
        requireLength("reason", reason, MAX_REASON);
        return settleNumber(VOID, line -> withNumber(line, number).with("reason", reason));
    }

    private static RequestLine withNumber(RequestLine line, BusinessNumber number) {
        RequestLine numbered = line.with("number", number.number());
        return number.period()
                .map(period -> numbered.with("period", period.text()))
                .orElse(numbered);
    }

    /** As {@link SequenceClient#parse}. */
    public CompletionStage<ParsedText> parse(String text) {
        requireLength("text", text, MAX_TEXT);
        return ask("sequence_parse", true, 0, line -> line.with("text", text), SequenceAnswers::parsed);
    }

    private CompletionStage<Void> settle(String type, UnaryOperator<RequestLine> body) {
        return ask(type, true, 0, body, NOTHING);
    }

    /**
     * Sent once: afterwards another caller may have reserved the number, and a second attempt would settle that
     * reservation.
     */
    private CompletionStage<Void> settleNumber(String type, UnaryOperator<RequestLine> body) {
        return ask(type, false, 0, line -> withToken(body.apply(line)), NOTHING);
    }

    /** As {@link SequenceClient#pending}. */
    public CompletionStage<Page<PendingReservation>> pending(Optional<String> after, int limit) {
        Checks.requireWithin("limit", limit, 1, Page.MAX_LIMIT);
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

    /** As {@link SequenceClient#describe}. */
    public CompletionStage<SequenceDescription> describe() {
        return askState("sequence_describe", true, line -> line);
    }

    /** As {@link SequenceClient#create(SequenceMode, NumberRange)}. */
    public CompletionStage<SequenceDescription> create(SequenceMode mode, NumberRange range) {
        return create(mode, range, GivenOptions.NONE);
    }

    /** As {@link SequenceClient#create(SequenceMode, NumberRange, GivenOptions)}. */
    public CompletionStage<SequenceDescription> create(SequenceMode mode, NumberRange range, GivenOptions options) {
        return create(mode, List.of(range), options);
    }

    /** As {@link SequenceClient#create(SequenceMode, List, GivenOptions)}. */
    public CompletionStage<SequenceDescription> create(
            SequenceMode mode, List<NumberRange> ranges, GivenOptions options) {
        List<NumberRange> given = requireRanges(ranges);
        return ask(
                "sequence_create",
                true,
                STATE_NUMBERS,
                line -> withToken(withOptions(withRanges(line.with("mode", mode.text()), given), options)),
                answer -> SequenceAnswers.state(answer, name));
    }

    /** As {@link SequenceClient#append(NumberRange)}. */
    public CompletionStage<SequenceDescription> append(NumberRange range) {
        return append(List.of(range));
    }

    /** As {@link SequenceClient#append(List)}. */
    public CompletionStage<SequenceDescription> append(List<NumberRange> ranges) {
        List<NumberRange> given = requireRanges(ranges);
        return askState("sequence_append", false, line -> withToken(withRanges(line, given)));
    }

    /** As {@link SequenceClient#advance}. */
    public CompletionStage<SequenceDescription> advance(long to) {
        return askState("sequence_advance", false, line -> withToken(line.with("to", to)));
    }

    /** As {@link SequenceClient#turnBack}. */
    public CompletionStage<SequenceDescription> turnBack(Period to) {
        return askState("sequence_turn_back", true, line -> withToken(line.with("period", to.text())));
    }

    /** As {@link SequenceClient#configure}. */
    public CompletionStage<SequenceDescription> configure(GivenOptions options) {
        return askState("sequence_configure", true, line -> withToken(withOptions(line, options)));
    }

    /** As {@link SequenceClient#delete}. */
    public CompletionStage<Optional<LedgerMark>> delete(OptionalLong next) {
        return delete(next, line -> line);
    }

    /** As {@link SequenceClient#deleteWithLedger}. */
    public CompletionStage<Optional<LedgerMark>> deleteWithLedger(OptionalLong next) {
        return delete(next, line -> line.with("ledger", "discard"));
    }

    private CompletionStage<Optional<LedgerMark>> delete(OptionalLong next, UnaryOperator<RequestLine> ledger) {
        return ask(
                "sequence_delete",
                false,
                0,
                line -> {
                    RequestLine given = ledger.apply(line);
                    return withToken(next.isPresent() ? given.with("next", next.getAsLong()) : given);
                },
                LedgerMark::read);
    }

    /** As {@link SequenceClient#ledger}. */
    public CompletionStage<LedgerPage<String>> ledger(long from, int limit) {
        if (from < 1 || limit < 1 || limit > Page.MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "must be from >= 1, limit >= 1 && <= %s: from=%s, limit=%s".formatted(Page.MAX_LIMIT, from, limit));
        }
        return ask(
                "sequence_ledger",
                true,
                LEDGER_NUMBERS,
                line -> line.with("from", from).with("limit", limit),
                answer -> SequenceAnswers.ledger(answer, from));
    }

    /** As {@link SequenceClient#ledgerBalance}. */
    public CompletionStage<LedgerBalance> ledgerBalance() {
        return ask("sequence_balance", true, LEDGER_NUMBERS, line -> line, LedgerBalance::read);
    }

    /** As {@link SequenceClient#release(long)}. */
    public CompletionStage<Optional<LedgerMark>> release(long through) {
        return release(through, line -> line);
    }

    /** As {@link SequenceClient#release(long, String)}. */
    public CompletionStage<Optional<LedgerMark>> release(long through, String hash) {
        return release(through, line -> line.with("hash", hash));
    }

    private CompletionStage<Optional<LedgerMark>> release(long through, UnaryOperator<RequestLine> hash) {
        return ask(
                "sequence_release",
                true,
                0,
                line -> withToken(hash.apply(line.with("through", through))),
                LedgerMark::read);
    }

    /** The default is left out, and one range is two numbers. */
    private RequestLine withRanges(RequestLine given, List<NumberRange> ranges) {
        RequestLine line = allowsOverlap ? given.with("allow_overlap", true) : given;
        if (ranges.size() == 1) {
            NumberRange range = ranges.get(0);
            return line.with("from", range.from()).with("to", range.to());
        }
        return line.with("from", ranges.stream().mapToLong(NumberRange::from).toArray())
                .with("to", ranges.stream().mapToLong(NumberRange::to).toArray());
    }

    static RequestLine withOptions(RequestLine line, GivenOptions options) {
        options.fields().forEach((name, value) -> {
            if (value instanceof Long number) {
                line.with(name, number);
            } else {
                line.with(name, (String) value);
            }
        });
        return line;
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

    private CompletableFuture<SequenceDescription> askState(
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

    static <T> CompletableFuture<T> submit(ClientRuntime runtime, SequenceRequest request, Function<Answer, T> reader) {
        return runtime.submit(new SequenceCall<>(request, runtime.newDeadline(), answer -> {
            try {
                return reader.apply(answer);
            } catch (InvalidSequenceException | IllegalArgumentException e) {
                throw new InvalidAnswerException(String.valueOf(e.getMessage()));
            }
        }));
    }

    private static void requireWellFormed(String key) {
        WellFormedText.damage(key).ifPresent(damage -> {
            throw new IllegalArgumentException("must be undamaged Unicode: key has " + damage);
        });
    }
}
