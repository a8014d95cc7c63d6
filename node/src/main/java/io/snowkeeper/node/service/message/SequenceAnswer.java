package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceSummary;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An answer of a node about sequences. */
public sealed interface SequenceAnswer extends Answer {

    /**
     * The answer that something was done.
     *
     * @param ledger up to where a ledger was released, or the end of a deleted one; empty if it was about none
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
            ledger.ifPresent(mark -> mark.writeTo(fields));
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
    record Listed(Page<SequenceDescription> page) implements SequenceAnswer {
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
                    page.items().stream()
                            .map(sequence -> sequence.definition().name())
                            .toList());
            page.map(SequenceDescription::summary).writeTo(fields, "states", SequenceSummary::writeTo);
        }
    }

    /** The answer to {@link SequenceRequest.Pending}. */
    record Pending(Page<PendingReservation> page) implements SequenceAnswer {

        /** A reservation may have as many runs as numbers, so a page of them could have millions. */
        private static final int MAX_RUNS = 10_000;

        public Pending {
            requireNonNull(page);
        }

        /**
         * Makes an answer of the first reservations on a page, if the whole would be too long, with all their numbers.
         */
        public static Pending of(Page<PendingReservation> page) {
            List<PendingReservation> all = page.items();
            int runs = 0;
            for (int i = 0; i < all.size(); i++) {
                runs += all.get(i).numbers().size();
                if (runs > MAX_RUNS && i > 0) {
                    return new Pending(page.first(i, PendingReservation::reservation));
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
            page.writeTo(fields, "reservations", PendingReservation::writeTo);
        }
    }

    /**
     * The answer to {@link SequenceRequest.Parse}.
     *
     * @param number the number that the text stands for; empty if it is not of the format
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
            fields.large(
                    "number", number.map(read -> OptionalLong.of(read.number())).orElse(OptionalLong.empty()));
            fields.text("period", number.flatMap(BusinessNumber::period).map(Period::text));
            fields.text("problem", problem);
        }
    }

    /** The answer to {@link SequenceRequest.Ledger}. An entry is a text, since its hash is of that text. */
    record Entries(LedgerPage<LedgerEntry> page) implements SequenceAnswer {
        public Entries {
            requireNonNull(page);
        }

        @Override
        public String type() {
            return "sequence_ledger_ok";
        }

        @Override
        public void writeTo(AnswerFields fields) {
            page.writeTo(fields, LedgerFormat.NDJSON::text);
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
            balance.writeTo(fields);
        }
    }

    /** The answer with a sequence's state. */
    record Described(String type, SequenceDescription sequence) implements SequenceAnswer {
        public Described {
            requireNonNull(type);
        }

        @Override
        public void writeTo(AnswerFields fields) {
            sequence.writeTo(fields);
        }
    }
}
