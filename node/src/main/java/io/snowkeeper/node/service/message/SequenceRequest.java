package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A request of a client about a named sequence. The answer comes later. */
public sealed interface SequenceRequest extends Request {

    /** The name in requests about all sequences, as in patterns. */
    String ALL = "*";

    @Override
    String sequence();

    /**
     * Returns the parameters of a change beside the name of the sequence, for the audit trail; empty for other
     * requests.
     */
    default Map<String, Object> parameters() {
        return Map.of();
    }

    /**
     * A request for a new sequence.
     *
     * @param overlap whether its ranges may overlap those of other sequences
     * @param given the options that were given, as they were sent
     */
    record Create(SequenceDefinition definition, Overlap overlap, List<String> given) implements SequenceRequest {

        private static final int MAX_MODE = 128;

        public Create {
            requireNonNull(definition);
            given = List.copyOf(given);
        }

        /** Makes a request with default options. */
        public Create(SequenceDefinition definition, Overlap overlap) {
            this(definition, overlap, List.of());
        }

        static Create read(RequestFields fields) {
            SequenceMode mode = mode(fields);
            GivenOptions options = fields.options();
            return new Create(
                    new SequenceDefinition(
                            fields.sequence(),
                            mode,
                            fields.ranges(),
                            options.applyTo(mode, SequenceOptions.defaultOf(mode)),
                            GivenPeriods.read(fields),
                            fields.optionalNumber(RequestKey.STEP).orElse(1)),
                    fields.overlap(),
                    options.shown());
        }

        private static SequenceMode mode(RequestFields fields) {
            String text = fields.has(RequestKey.MODE) ? fields.text(RequestKey.MODE, MAX_MODE) : "";
            return SequenceMode.of(text)
                    .orElseThrow(() -> new RequestRefusedException(
                            ErrorCode.MALFORMED_REQUEST,
                            "mode must be block, ordered or gapless: "
                                    + (text.isEmpty() ? "mode is missing" : "mode=" + text)));
        }

        @Override
        public String sequence() {
            return definition.name();
        }

        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters()
                    .put("mode", definition.mode().text())
                    .ranges(definition.ranges(), overlap)
                    .put("step", definition.step() == 1 ? OptionalLong.empty() : OptionalLong.of(definition.step()))
                    .put("period", definition.periods().map(rule -> rule.length() + " of " + rule.zone()))
                    .put("options", given)
                    .toMap();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CREATE;
        }
    }

    /**
     * A request for numbers.
     *
     * @param ifUnknown the creation if the sequence does not exist, even if its ranges overlap others; empty to refuse
     *     the request then
     */
    record Next(NextRequest request, IdFormat format, Optional<Creation> ifUnknown) implements SequenceRequest {

        private static final int MAX_KEY = 256;

        /**
         * A creation that goes with a request for numbers.
         *
         * @param answered receives its outcome, on any thread; not called if another client has just created it
         */
        public record Creation(SequenceDefinition definition, Consumer<Answer> answered) {
            public Creation {
                requireNonNull(definition);
                requireNonNull(answered);
            }
        }

        /** Makes a request for numbers of a sequence that there is. */
        public Next(NextRequest request, IdFormat format) {
            this(request, format, Optional.empty());
        }

        static Next read(RequestFields fields) {
            int count = fields.has(RequestKey.COUNT)
                    ? fields.integer(RequestKey.COUNT, 1, SequenceSettings.DEFAULT_MAX_COUNT)
                    : 1;
            Optional<String> key = fields.optionalText(RequestKey.KEY, MAX_KEY);
            return new Next(
                    new NextRequest(fields.sequence(), count, key, Optional.empty(), false, fields.subject()),
                    fields.format());
        }

        @Override
        public String sequence() {
            return request.sequence();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_NEXT;
        }
    }

    /**
     * A request to settle a reservation. Settling by number decides about any client's reservation, and needs the right
     * for that.
     */
    record Settle(SettleRequest request) implements SequenceRequest {

        public Settle {
            requireNonNull(request);
        }

        static Settle read(RequestFields fields, Settlement settlement) {
            return read(fields, fields.optionalText(RequestKey.RESERVATION, RequestFields.MAX_RESERVATION), settlement);
        }

        /**
         * Reads a request whose reservation may be malformed: then it does not exist.
         *
         * @throws RequestRefusedException if another field is missing or invalid
         */
        public static Settle read(RequestFields fields, String reservation, Settlement settlement) {
            try {
                return read(fields, Optional.of(reservation), settlement);
            } catch (InvalidSequenceException e) {
                throw new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()));
            }
        }

        private static Settle read(RequestFields fields, Optional<String> reservation, Settlement settlement) {
            return new Settle(new SettleRequest(
                    fields.sequence(),
                    reservation,
                    fields.optionalNumber(RequestKey.NUMBER),
                    settlement,
                    fields.subject(),
                    settlement == Settlement.VOID
                            ? Optional.of(fields.text(RequestKey.REASON, SettleRequest.MAX_REASON))
                            : Optional.empty(),
                    GivenPeriods.period(fields)));
        }

        /** Returns the kind of requests by which something is settled so. */
        public static Kind kindOf(Settlement settlement) {
            return switch (settlement) {
                case CONFIRM -> Kind.SEQUENCE_CONFIRM;
                case CANCEL -> Kind.SEQUENCE_CANCEL;
                case VOID -> Kind.SEQUENCE_VOID;
            };
        }

        @Override
        public String sequence() {
            return request.sequence();
        }

        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters()
                    .put("reservation", request.reservation())
                    .put("number", request.number())
                    .put("period", request.period().map(Object::toString))
                    .put("reason", request.reason())
                    .toMap();
        }

        @Override
        public Kind kind() {
            return kindOf(request.settlement());
        }

        @Override
        public Right right() {
            return request.number().isPresent() ? Right.SETTLE : kind().right();
        }
    }

    /**
     * A request for a page of a sequence's pending reservations.
     *
     * @param after the reservation that the page comes after, empty to begin
     * @param limit how many reservations it has at the most
     */
    record Pending(String sequence, Optional<String> after, int limit) implements SequenceRequest {

        public Pending {
            Page.requireLimit(limit);
        }

        static Pending read(RequestFields fields) {
            int limit = fields.limit();
            return new Pending(
                    fields.sequence(), fields.optionalText(RequestKey.AFTER, RequestFields.MAX_RESERVATION), limit);
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_PENDING;
        }
    }

    /**
     * A request for the number that a text stands for.
     *
     * @param text the text, in the sequence's format or not
     */
    record Parse(String sequence, String text) implements SequenceRequest {

        private static final int MAX_TEXT = 128;

        static Parse read(RequestFields fields) {
            return new Parse(fields.sequence(), fields.text(RequestKey.TEXT, MAX_TEXT));
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_PARSE;
        }
    }

    /** A request for a sequence's state. */
    record Describe(String sequence) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_DESCRIBE;
        }
    }

    /**
     * A request for a page of the sequences that there are.
     *
     * @param after the name that the page comes after, empty to begin
     * @param limit how many sequences it has at the most
     */
    record ListPage(Optional<String> after, int limit) implements SequenceRequest {

        /** The longest cursor, in characters: a foreign znode may have a longer name than sequences. */
        public static final int MAX_AFTER = 1_000;

        public ListPage {
            Page.requireLimit(limit);
        }

        static ListPage read(RequestFields fields) {
            Optional<String> after = fields.optionalText(RequestKey.AFTER, MAX_AFTER);
            int limit = fields.limit();
            return new ListPage(after, limit);
        }

        @Override
        public String sequence() {
            return ALL;
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_LIST;
        }
    }

    /**
     * A request to add ranges, all of them or none.
     *
     * @param overlap whether they may overlap those of other sequences
     */
    record Append(String sequence, List<NumberRange> ranges, Overlap overlap) implements SequenceRequest {

        public Append {
            ranges = List.copyOf(ranges);
        }

        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters().ranges(ranges, overlap).toMap();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_APPEND;
        }
    }

    /**
     * A request to have a number be the next one.
     *
     * @param to the number
     */
    record Advance(String sequence, long to) implements SequenceRequest {
        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters().put("to", OptionalLong.of(to)).toMap();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_ADVANCE;
        }
    }

    /**
     * A request to turn a sequence back to the present period, after a wrong clock has begun a later one.
     *
     * @param period the present one
     */
    record TurnBack(String sequence, Period period) implements SequenceRequest {

        static TurnBack read(RequestFields fields) {
            return new TurnBack(
                    fields.sequence(),
                    GivenPeriods.period(fields)
                            .orElseThrow(() -> new RequestRefusedException(
                                    ErrorCode.MALFORMED_REQUEST,
                                    "period must be the present one, such as 2026-11: period is missing")));
        }

        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters()
                    .put("period", Optional.of(period.text()))
                    .toMap();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_TURN_BACK;
        }
    }

    /**
     * A request to set options.
     *
     * @param options those that are given
     */
    record Configure(String sequence, GivenOptions options) implements SequenceRequest {

        static Configure read(RequestFields fields) {
            fields.requireNone(
                    "period and zone are given when a sequence is created, and stay: leave them out",
                    RequestKey.PERIOD,
                    RequestKey.ZONE);
            fields.requireNone("step is given when a sequence is created, and stays: leave it out", RequestKey.STEP);
            return new Configure(fields.sequence(), fields.options());
        }

        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters().put("options", options.shown()).toMap();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CONFIGURE;
        }
    }

    /**
     * A request for a page of a sequence's ledger.
     *
     * @param from the first entry on it
     * @param limit how many entries it has at the most
     */
    record Ledger(String sequence, long from, int limit) implements SequenceRequest {

        public Ledger {
            LedgerPage.requireEntry("from", from);
        }

        static Ledger read(RequestFields fields) {
            long from = fields.optionalNumber(RequestKey.FROM).orElse(1);
            int limit = fields.limit();
            return new Ledger(fields.sequence(), from, limit);
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_LEDGER;
        }
    }

    /** A request for how a sequence stands, to be compared with its ledger. */
    record Balance(String sequence) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_BALANCE;
        }
    }

    /**
     * A request not to keep entries of a sequence's ledger any more.
     *
     * @param through the last of them
     * @param hash its hash, to be compared; empty if it is not
     */
    record Release(String sequence, long through, Optional<String> hash) implements SequenceRequest {

        static final int HASH_LENGTH = 64;

        public Release {
            LedgerPage.requireEntry("through", through);
        }

        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters()
                    .put("through", OptionalLong.of(through))
                    .toMap();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_RELEASE;
        }
    }

    /** A request to delete a sequence. */
    record Delete(DeleteRequest request) implements SequenceRequest {

        private enum Ledger {
            KEEP,
            DISCARD
        }

        /** How a client may write that there is no next number, since errors say so. */
        public static final String NO_NEXT = "none";

        static Delete read(RequestFields fields) {
            OptionalLong next = fields.isText(RequestKey.NEXT, NO_NEXT)
                    ? OptionalLong.empty()
                    : fields.optionalNumber(RequestKey.NEXT);
            Ledger ledger = fields.choice(RequestKey.LEDGER, Ledger.values());
            return new Delete(new DeleteRequest(fields.sequence(), next, ledger == Ledger.DISCARD));
        }

        @Override
        public String sequence() {
            return request.sequence();
        }

        @Override
        public Map<String, Object> parameters() {
            return new AuditParameters()
                    .put("next", request.next())
                    .put("ledger", request.discardsLedger() ? "discard" : "keep")
                    .toMap();
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_DELETE;
        }
    }
}
