package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.LedgerPage;
import io.snowkeeper.coordinator.sequence.PendingPage;
import io.snowkeeper.coordinator.sequence.PendingReservation;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.coordinator.sequence.ledger.LedgerFormat;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** An answer of a node about sequences. */
public sealed interface SequenceAnswer extends Answer {

    /**
     * The answer that something was done.
     *
     * @param ledger up to where a ledger was released, or what it had come to; empty if it was about none
     */
    record Done(String type, Optional<LedgerMark> ledger) implements SequenceAnswer {
        public Done {
            requireNonNull(type);
        }

        /** Makes an answer that is about no ledger. */
        public Done(String type) {
            this(type, Optional.empty());
        }

        @Override
        public void writeTo(AnswerFields fields) {
            ledger.ifPresent(mark -> {
                fields.number("entries", mark.entries());
                fields.text("hash", mark.hash());
            });
        }
    }

    /**
     * The answer to {@link SequenceRequest.Next}.
     *
     * @param texts how the numbers are written, in their order; empty if they have no format
     */
    record Granted(Grant grant, IdFormat format, List<String> texts) implements SequenceAnswer {

        /** Makes an answer with numbers that have no format. */
        public Granted(Grant grant, IdFormat format) {
            this(grant, format, List.of());
        }

        public Granted {
            texts = List.copyOf(texts);
        }

        @Override
        public String type() {
            return "sequence_next_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.ids("numbers", grant.numbers(), format);
            fields.text("reservation", grant.reservation());
            if (!texts.isEmpty()) {
                fields.texts("texts", texts);
            }
            grant.period().ifPresent(period -> fields.text("period", period.text()));
        }
    }

    /** The answer to {@link SequenceRequest.ListPage}. */
    record Listed(SequencePage page) implements SequenceAnswer {
        public Listed {
            requireNonNull(page);
        }

        @Override
        public String type() {
            return "sequence_list_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.texts(
                    "sequences",
                    page.sequences().stream()
                            .map(sequence -> sequence.definition().name())
                            .toList());
            fields.objects("states", page.sequences(), Listed::write);
            // Where all are on one page, none is said to follow.
            page.next().ifPresent(next -> fields.text("next", next));
        }

        private static void write(AnswerFields fields, SequenceDescription sequence) {
            fields.text("sequence", sequence.definition().name());
            fields.text("mode", sequence.definition().mode().text());
            writeStep(fields, sequence.definition());
            fields.number("next", sequence.next());
            fields.number("remaining", sequence.remaining());
            fields.number("pending", sequence.pending());
        }
    }

    /** The answer to {@link SequenceRequest.Pending}. */
    record Pending(PendingPage page) implements SequenceAnswer {

        /** A reservation may have as many runs as numbers, so a page of them could have millions. */
        private static final int MAX_RUNS = 10_000;

        public Pending {
            requireNonNull(page);
        }

        /** Makes an answer of what comes first on a page, if the whole would be too long, with all its numbers. */
        public static Pending of(PendingPage page) {
            List<PendingReservation> all = page.reservations();
            int runs = 0;
            for (int i = 0; i < all.size(); i++) {
                runs += all.get(i).runs().size();
                if (runs > MAX_RUNS && i > 0) {
                    return new Pending(new PendingPage(
                            all.subList(0, i), Optional.of(all.get(i - 1).reservation()), page.format()));
                }
            }
            return new Pending(page);
        }

        @Override
        public String type() {
            return "sequence_pending_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.objects("reservations", page.reservations(), this::write);
            page.next().ifPresent(next -> fields.text("next", next));
        }

        private void write(AnswerFields fields, PendingReservation pending) {
            fields.text("reservation", pending.reservation());
            fields.ids(
                    "from", pending.runs().stream().mapToLong(NumberRange::from).toArray(), IdFormat.NUMBER);
            fields.ids("to", pending.runs().stream().mapToLong(NumberRange::to).toArray(), IdFormat.NUMBER);
            fields.text("key", pending.key());
            fields.text("by", pending.subject());
            fields.number("since_ms", pending.since().toEpochMilli());
            fields.number("due_ms", pending.due().toEpochMilli());
            page.format().flatMap(pending::text).ifPresent(text -> fields.text("text", text));
            pending.period().ifPresent(period -> fields.text("period", period.text()));
        }
    }

    /**
     * The answer to {@link SequenceRequest.Parse}.
     *
     * @param number what the text stands for; empty if it is not of the format
     * @param problem why it is no number of the sequence; empty if it is one
     */
    record Parsed(Optional<BusinessNumber> number, Optional<String> problem) implements SequenceAnswer {
        @Override
        public String type() {
            return "sequence_parse_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.flag("valid", problem.isEmpty());
            fields.number(
                    "number", number.isPresent() ? OptionalLong.of(number.get().number()) : OptionalLong.empty());
            fields.text("period", number.flatMap(BusinessNumber::period).map(Period::text));
            fields.text("problem", problem);
        }
    }

    /** The answer to {@link SequenceRequest.Ledger}. An entry is a text, since its hash is of that text. */
    record Entries(LedgerPage page) implements SequenceAnswer {
        public Entries {
            requireNonNull(page);
        }

        @Override
        public String type() {
            return "sequence_ledger_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.texts(
                    "entries",
                    page.entries().stream().map(LedgerFormat.NDJSON::text).toList());
            fields.number("next", page.next());
            fields.number("last", page.last());
        }
    }

    /** The answer to {@link SequenceRequest.Balance}. */
    record Balanced(LedgerBalance balance) implements SequenceAnswer {
        public Balanced {
            requireNonNull(balance);
        }

        @Override
        public String type() {
            return "sequence_balance_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            fields.text("identity", balance.identity());
            fields.number("entries", balance.entries());
            fields.text("hash", balance.hash());
            fields.text("time", balance.time().toString());
            fields.text("ranges", text(balance.ranges()));
            fields.number("taken", balance.taken());
            fields.number("returned", balance.returned());
            fields.text("returned_numbers", balance.returnedRuns().map(Balanced::text));
            fields.number("pending", balance.reservations());
            balance.period().ifPresent(period -> fields.text("period", period));
        }

        private static String text(List<NumberRange> runs) {
            return runs.stream().map(NumberRange::toString).collect(Collectors.joining(" "));
        }
    }

    private static void writeStep(AnswerFields fields, SequenceDefinition sequence) {
        if (sequence.step() != 1) {
            fields.number("step", sequence.step());
        }
    }

    /** The answer with a sequence's state. */
    record Described(String type, SequenceDescription sequence) implements SequenceAnswer {
        public Described {
            requireNonNull(type);
        }

        @Override
        public void writeTo(AnswerFields fields) {
            List<NumberRange> ranges = sequence.definition().ranges();
            fields.text("sequence", sequence.definition().name());
            fields.text("mode", sequence.definition().mode().text());
            fields.ids("from", ranges.stream().mapToLong(NumberRange::from).toArray(), IdFormat.NUMBER);
            fields.ids("to", ranges.stream().mapToLong(NumberRange::to).toArray(), IdFormat.NUMBER);
            writeStep(fields, sequence.definition());
            fields.number("next", sequence.next());
            fields.number("taken", sequence.taken());
            fields.number("remaining", sequence.remaining());
            fields.number("returned", sequence.returned());
            fields.number("pending", sequence.pending());
            fields.number("keys", sequence.keys());
            writePeriods(fields, sequence);
            SequenceOption.write(
                    fields, sequence.definition().mode(), sequence.definition().options());
        }

        /** Adds how numbers begin anew, and in which period they are; nothing if they never do. */
        public static void writePeriods(AnswerFields fields, SequenceDescription sequence) {
            sequence.definition().periods().ifPresent(rule -> {
                fields.text("period", rule.length().text());
                fields.text("zone", rule.zone().getId());
                fields.text("current_period", sequence.period().map(Period::text));
            });
        }
    }
}
