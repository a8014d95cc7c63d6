package io.snowkeeper.cli.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.fleet.RestoredSequence;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.ledger.audit.Books;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator's evidence on a sequence in yesterday's state, when 811 numbers of that day were handed out. */
class EvidenceTest {

    private static final Period YESTERDAY = Period.parse("2026-11-25");
    private static final Period TODAY = Period.parse("2026-11-26");
    private static final SequenceDefinition DAILY = new SequenceDefinition(
            "A",
            SequenceMode.GAPLESS,
            List.of(new NumberRange(1, 1_000)),
            SequenceOptions.DEFAULT,
            Optional.of(new PeriodRule(PeriodLength.DAY, ZoneId.of("UTC"))),
            1);

    @TempDir
    private Path folder;

    private final Evidence evidence = new Evidence(new RestoredSequence(
            new SequenceDescription(DAILY, OptionalLong.of(812), 811, 189, 0, 2, 0, Optional.of(YESTERDAY)),
            "i",
            Optional.of(TODAY),
            Optional.empty(),
            Set.of(),
            Optional.empty()));

    private Books books(long... numbers) throws IOException {
        return Books.read(Files.write(
                folder.resolve("books.csv"),
                LongStream.of(numbers).mapToObj(Long::toString).toList()));
    }

    private static PendingReservation pending(Period period, long number) {
        return new PendingReservation(
                "r",
                List.of(new NumberRange(number, number)),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH,
                Optional.of(period),
                Optional.empty());
    }

    @Test
    void booksAreOfThePresentPeriodUnlessTheySayAnother() throws Exception {
        evidence.addBooks(Optional.empty(), books(499, 500));

        assertThat(evidence.goesOnAt()).hasValue(501);
        assertThat(evidence.reached().period()).isEqualTo("2026-11-26");
        assertThat(evidence.isBooked(pending(TODAY, 500))).isTrue();
        assertThat(evidence.isBooked(pending(YESTERDAY, 500))).isFalse();
    }

    @Test
    void booksOfAPeriodThatHasEndedSettleItsReservationsAlone() throws Exception {
        evidence.addBooks(Optional.of("2026-11-25"), books(811, 900));

        assertThat(evidence.goesOnAt()).hasValue(1);
        assertThat(evidence.isBooked(pending(YESTERDAY, 811))).isTrue();
        assertThat(evidence.isBooked(pending(TODAY, 811))).isFalse();
        assertThat(evidence.isKnown(Set.of())).as("of the period that is due").isFalse();
    }

    @Test
    void theNextNumberIsOneOfThePresentPeriod() {
        evidence.addNext(501);

        assertThat(evidence.goesOnAt()).hasValue(501);
        assertThat(evidence.reached().period()).isEqualTo("2026-11-26");
    }

    @Test
    void booksOfNoSuchPeriodAreRefused() throws Exception {
        Books books = books(1);
        for (String other : List.of("2026-11", "2026-11-31", "")) {
            assertThatThrownBy(() -> evidence.addBooks(Optional.of(other), books))
                    .as("%s", other)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Evidence noted(long taken, Optional<SequenceProgress> namesake) {
        return ordered(100, Optional.of(new SequenceProgress("A", "i", null, taken)), Set.of("n1"), namesake);
    }

    /** Of a sequence of which no node has notes. */
    private static Evidence silent() {
        return ordered(100, Optional.empty(), Set.of(), Optional.empty());
    }

    private static String ledgerThrough(long number) {
        Posting reserve = new Posting(
                LedgerEvent.RESERVE,
                List.of(new NumberRange(1, number)),
                OptionalLong.of(0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return LedgerFormat.NDJSON.line(new LedgerEntry(1, reserve, Optional.empty(), Instant.EPOCH, "0".repeat(64)));
    }

    private static Evidence ordered(
            long taken, Optional<SequenceProgress> noted, Set<String> nodes, Optional<SequenceProgress> namesake) {
        SequenceDefinition ordered = new SequenceDefinition(
                "A", SequenceMode.ORDERED, List.of(new NumberRange(1, 1_000)), SequenceOptions.DEFAULT);
        return new Evidence(new RestoredSequence(
                new SequenceDescription(
                        ordered,
                        taken == 1_000 ? OptionalLong.empty() : OptionalLong.of(taken + 1),
                        taken,
                        1_000 - taken,
                        0,
                        0,
                        0,
                        Optional.empty()),
                "i",
                Optional.empty(),
                noted,
                nodes,
                namesake));
    }

    @Test
    void whatOneNodeHasNotedIsNotAllAsLongAsAnotherOneIsSilent() {
        assertThat(evidence.isKnown(Set.of())).isFalse();
        Evidence noted = noted(120, Optional.empty());
        assertThat(noted.isKnown(Set.of())).isTrue();
        assertThat(noted.isKnown(Set.of("n2"))).isFalse();
        noted.addNext(121);
        assertThat(noted.isKnown(Set.of("n2"))).isTrue();
    }

    /** It may be as old as the backup: numbers since then would come twice. */
    @Test
    void whatEndsWhereTheBackupEndsDoesNotShowWhatWasHandedOutSince() throws Exception {
        Evidence booked = silent();
        booked.addBooks(Optional.empty(), books());
        booked.addBooks(Optional.empty(), books(99, 100));
        assertThat(booked.isKnown(Set.of())).isFalse();
        assertThat(booked.sources()).isEmpty();
        booked.addLedger(Files.writeString(folder.resolve("ledger"), ledgerThrough(100)));
        assertThat(booked.isKnown(Set.of())).isFalse();
        assertThat(booked.shortfall(Set.of()))
                .contains(
                        "how far it had come since the backup does not follow from its books and ledger; give --next");

        booked.addNext(101);
        assertThat(booked.isKnown(Set.of("n1"))).isTrue();
        assertThat(booked.shortfall(Set.of())).isEmpty();
    }

    @Test
    void aNumberThatTheBackupHasNotShowsThatABookIsYounger() throws Exception {
        Evidence booked = silent();
        booked.addBooks(Optional.empty(), books(99, 101));
        assertThat(booked.isKnown(Set.of("n1"))).isTrue();
        Evidence copied = silent();
        copied.addLedger(Files.writeString(folder.resolve("ledger"), ledgerThrough(101)));
        assertThat(copied.isKnown(Set.of("n1"))).isTrue();
    }

    @Test
    void booksThatHaveTheLastNumberShowThatNoneIsLeft() throws Exception {
        Evidence usedUp = ordered(1_000, Optional.empty(), Set.of(), Optional.empty());
        usedUp.addBooks(Optional.empty(), books(999));
        assertThat(usedUp.isKnown(Set.of())).isFalse();
        usedUp.addBooks(Optional.empty(), books(1_000));
        assertThat(usedUp.isKnown(Set.of())).isTrue();
    }

    @Test
    void aLedgerThatDoesNotSayWhichPeriodItIsOfDoesNotShowHowFarTheOneThatIsDueHadCome() throws Exception {
        evidence.addLedger(Files.writeString(folder.resolve("ledger"), ledgerThrough(312)));
        assertThat(evidence.isKnown(Set.of())).isFalse();
        assertThat(evidence.goesOnAt()).as("in case that it is of that").hasValue(313);
    }

    @Test
    void aLedgerOfAPeriodThatHasEndedDoesNotShowHowFarTheOneThatIsDueHadCome() throws Exception {
        String turn = LedgerFormat.NDJSON.line(new LedgerEntry(
                1, Posting.turn("2026-11-25", Optional.empty()), Optional.empty(), Instant.EPOCH, "0".repeat(64)));
        evidence.addLedger(Files.writeString(folder.resolve("ledger"), turn + ledgerThrough(900)));
        assertThat(evidence.isKnown(Set.of())).isFalse();
    }

    @Test
    void whatWasTakenOfRangesThatWereAppendedSinceTheBackupContradictsIt() throws Exception {
        assertThat(noted(1_000, Optional.empty()).contradictions()).isEmpty();
        assertThat(noted(1_500, Optional.empty()).contradictions())
                .containsExactly(
                        "1500 of its numbers were taken, but its ranges have 1000: append the ranges that were appended since the backup");
        Evidence booked = noted(1_000, Optional.empty());
        booked.addBooks(Optional.empty(), books(1, 1_000, 2_000, 2_001));
        assertThat(booked.contradictions())
                .containsExactly(
                        "2 numbers that were handed out are not in its ranges, the first is 2000: append the ranges that were appended since the backup, or leave the numbers out");
    }

    @Test
    void aSequenceWhoseNameAnotherOneHadGoesOnWhereAnOperatorSays() {
        Evidence other = noted(120, Optional.of(new SequenceProgress("A", "j", null, 500)));
        assertThat(other.contradictions())
                .containsExactly(
                        "500 numbers of another sequence of this name were taken: give --next, the number from which this one goes on");
        other.addNext(501);
        assertThat(other.contradictions()).isEmpty();
        assertThat(other.goesOnAt()).hasValue(501);
    }

    private static PendingReservation of(String key, long number) {
        return of(key, new NumberRange(number, number));
    }

    private static PendingReservation of(String key, NumberRange numbers) {
        return new PendingReservation(
                "r",
                List.of(numbers),
                Optional.of(key),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty());
    }

    private static Evidence of(AtExpiry atExpiry) {
        SequenceDefinition definition = new SequenceDefinition(
                "A",
                SequenceMode.GAPLESS,
                List.of(new NumberRange(1, 1_000)),
                SequenceOptions.DEFAULT.withAtExpiry(atExpiry));
        return new Evidence(new RestoredSequence(
                new SequenceDescription(definition, OptionalLong.of(2), 1, 999, 0, 1, 1, Optional.empty()),
                "i",
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"HOLD, true", "RETURN, false"})
    void aNumberThatMayHaveComeBackByItselfIsAReservationsOwnByItsDocumentAlone(AtExpiry atExpiry, boolean byNumber)
            throws IOException {
        Evidence bare = of(atExpiry);
        bare.addBooks(Optional.empty(), books(51));
        assertThat(bare.isBooked(of("a", 51))).isEqualTo(byNumber);

        Evidence documents = of(atExpiry);
        documents.addBooks(
                Optional.empty(), Books.read(Files.writeString(folder.resolve("documents.csv"), "51,b\n52,a\n")));
        assertThat(documents.isBooked(of("b", 51))).isTrue();
        assertThat(documents.isBooked(of("a", 51))).as("another has it since").isFalse();
        assertThat(documents.isBooked(of("a", 52))).isTrue();
        assertThat(documents.isBooked(of("c", 53))).isFalse();

        Evidence several = of(atExpiry);
        several.addBooks(
                Optional.empty(),
                Books.read(Files.writeString(folder.resolve("several.csv"), "54,d\n55,d\n56,d\n57,d\n58,e\n")));
        assertThat(several.isBooked(of("d", new NumberRange(54, 57)))).isTrue();
        assertThat(several.isBooked(of("d", new NumberRange(54, 58)))).isFalse();
    }
}
