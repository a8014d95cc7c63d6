package io.snowkeeper.sequences.ledger.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import io.snowkeeper.sequences.ledger.LedgerReader;
import io.snowkeeper.sequences.ledger.Posting;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LedgerAuditTest {

    private static final Optional<String> NOBODY = Optional.empty();

    /** Number 1 was confirmed, 2 and 3 cancelled, of which 2 was given again and is void; 4 is pending. */
    private static SampleLedger sample() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(1, "a"), ledger.reserve(2, null));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        ledger.write(ledger.settle(LedgerEvent.CANCEL, 1));
        ledger.writeOther();
        ledger.write(ledger.reserve(1, "b"));
        ledger.write(ledger.settle(LedgerEvent.VOID, 2), ledger.reserve(2, null));
        return ledger;
    }

    private static List<String> findings(SampleLedger ledger, List<LedgerEntry> entries) {
        return ledger.audit(entries).findings().stream()
                .map(AuditFinding::toString)
                .toList();
    }

    private static String text(SampleLedger ledger, LedgerFormat format) {
        StringBuilder text = new StringBuilder(format.header());
        ledger.entries().forEach(entry -> text.append(format.line(entry)));
        return text.toString();
    }

    /** Audits a file as an operator does. */
    private static AuditReport audit(SampleLedger ledger, String file) throws IOException {
        LedgerAudit audit = new LedgerAudit();
        try (LedgerReader reader = new LedgerReader(new StringReader(file))) {
            boolean more = true;
            while (more) {
                try {
                    LedgerEntry entry = reader.next();
                    more = entry != null;
                    if (entry != null) {
                        audit.accept(entry);
                    }
                } catch (InvalidLedgerException e) {
                    audit.unreadable("line " + reader.line(), e);
                }
            }
        }
        return audit.report(Optional.of(ledger.balance()));
    }

    @Test
    void everyNumberThatWasTakenIsConfirmedVoidPendingOrReturned() {
        SampleLedger ledger = sample();
        AuditReport report = ledger.audit(ledger.entries());
        assertThat(report.findings()).isEmpty();
        assertThat(report.isClean()).isTrue();
        assertThat(report.entries()).isEqualTo(8);
        assertThat(report.taken()).isEqualTo(4);
        assertThat(report.confirmed()).isEqualTo(1);
        assertThat(report.voided()).isEqualTo(1);
        assertThat(report.pending()).isEqualTo(2);
        assertThat(report.returned()).isZero();
    }

    @Test
    void aDroppedEntryIsMissing() {
        SampleLedger ledger = sample();
        List<LedgerEntry> entries = new ArrayList<>(ledger.entries());
        entries.remove(3);
        assertThat(findings(ledger, entries))
                .contains(
                        "entry 5: the entry before it is missing, 4",
                        "by the ledger 2 reservations are pending, and by the sequence 1");
    }

    @Test
    void theNumberOfADroppedReservationIsNamed() {
        SampleLedger ledger = sample();
        List<LedgerEntry> entries = new ArrayList<>(ledger.entries());
        entries.remove(1);
        assertThat(findings(ledger, entries))
                .contains(
                        "entry 3: the entry before it is missing, 2",
                        "entry 3: number 1: never given, though 2, which comes after it, is",
                        "entry 4: number 1: confirm, and reservation 0 is not pending");
    }

    @Test
    void aTailThatWasCutIsMissing() {
        SampleLedger ledger = sample();
        assertThat(findings(ledger, ledger.entries().subList(0, 6)))
                .containsExactly("the last entry is 6, and the sequence has 8: those after it are missing");
    }

    @Test
    void entriesThatWereSwappedAreNotInTheirPlace() {
        SampleLedger ledger = sample();
        List<LedgerEntry> entries = new ArrayList<>(ledger.entries());
        Collections.swap(entries, 3, 4);
        assertThat(findings(ledger, entries))
                .containsExactly(
                        "entry 5: the entry before it is missing, 4",
                        "entry 4: it comes after entry 5, and exists twice, or is in another's place");
    }

    @Test
    void anEntryThatIsThereTwiceIsFoundWithItsNumber() {
        SampleLedger ledger = sample();
        List<LedgerEntry> entries = new ArrayList<>(ledger.entries());
        entries.add(2, entries.get(1));
        assertThat(findings(ledger, entries))
                .containsExactly(
                        "entry 2: it comes after entry 2, and exists twice, or is in another's place",
                        "entry 2: number 1: given again, and it is pending under reservation 0",
                        "entry 2: number 1: given by reservation 0, and 0 has been made: they count up");
    }

    @Test
    void anEntryThatSaysSomethingElseHasNotItsHash() {
        SampleLedger ledger = sample();
        List<LedgerEntry> entries = new ArrayList<>(ledger.entries());
        LedgerEntry void2 = entries.get(6);
        Posting other = Posting.settle(
                LedgerEvent.VOID, 2, void2.posting().numbers(), Optional.of("ops"), Optional.of("never printed"));
        entries.set(6, new LedgerEntry(void2.entry(), other, void2.after(), void2.time(), void2.hash()));
        assertThat(findings(ledger, entries))
                .containsExactly(
                        "entry 7: number 2: its hash does not match its content and entry 6: one of the two was changed");
    }

    @Test
    void anotherTimeIsContradictedByTheNextTransaction() {
        SampleLedger ledger = sample();
        List<LedgerEntry> entries = new ArrayList<>(ledger.entries());
        LedgerEntry confirm = entries.get(3);
        entries.set(
                3,
                new LedgerEntry(
                        4, confirm.posting(), confirm.after(), confirm.time().plusMillis(1), confirm.hash()));
        assertThat(findings(ledger, entries))
                .containsExactly(
                        "entry 4: its time is 2023-11-14T22:13:20.022Z, and the next write says 2023-11-14T22:13:20.021Z");
    }

    @Test
    void theLastTimeIsContradictedByTheSequence() {
        SampleLedger ledger = sample();
        List<LedgerEntry> entries = new ArrayList<>(ledger.entries());
        for (int i = 6; i < 8; i++) {
            LedgerEntry last = entries.get(i);
            entries.set(
                    i,
                    new LedgerEntry(
                            last.entry(),
                            last.posting(),
                            last.after(),
                            last.time().plusMillis(1),
                            last.hash()));
        }
        assertThat(findings(ledger, entries)).hasSize(1).first().asString().startsWith("entry 7: its time is ");
    }

    @Test
    void anEndThatWasWrittenAnewByWhoKnowsTheRulesIsContradictedByTheSequence() {
        SampleLedger ledger = sample();
        SampleLedger forged = sample();
        forged.write(forged.settle(LedgerEvent.CONFIRM, 3));
        ledger.write(ledger.settle(LedgerEvent.CANCEL, 3));
        assertThat(findings(ledger, forged.entries()))
                .anyMatch(finding -> finding.startsWith("entry 9: its hash is "))
                .contains("number 3-4: free to be given again by the sequence, and not by the ledger");
    }

    @Test
    void aNumberThatIsGivenTwiceIsNamedEvenIfTheChainIsWhole() {
        SampleLedger ledger = sample();
        ledger.write(Posting.reserve(4, List.of(new NumberRange(1, 2)), Optional.empty(), Optional.empty()));
        assertThat(findings(ledger, ledger.entries()))
                .contains(
                        "entry 9: number 1: given again, and it is confirmed before",
                        "entry 9: number 2: given again, and it is void");
    }

    @Test
    void aNumberThatIsPassedOverIsNamed() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(Posting.reserve(0, List.of(new NumberRange(3, 3)), Optional.empty(), Optional.empty()));
        assertThat(findings(ledger, ledger.entries()))
                .contains("entry 2: number 1-2: never given, though 3, which comes after it, is");
    }

    @Test
    void aLedgerOfAnotherSequenceIsToldAsSuch() {
        SampleLedger ledger = sample();
        LedgerBalance own = ledger.balance();
        LedgerAudit audit = new LedgerAudit();
        ledger.entries().forEach(audit::accept);
        AuditReport report = audit.report(Optional.of(new LedgerBalance(
                LedgerBalance.identity("A", "x12"),
                own.entries(),
                own.hash(),
                own.time(),
                own.ranges(),
                own.taken(),
                own.returned(),
                own.returnedRuns(),
                own.reservations(),
                own.period())));
        assertThat(report.findings())
                .extracting(AuditFinding::toString)
                .containsExactly(
                        "entry 1: it is the ledger of sequence=A incarnation=x1 at_expiry=return, and not of sequence=A incarnation=x12");
    }

    @Test
    void numbersThatAreGivenTwiceAreToldAsRunsHoweverManyTheyAre() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(500_000, null), ledger.reserve(1, null));
        ledger.write(Posting.reserve(
                2, List.of(new NumberRange(0, 500_002), new NumberRange(2_000_000, Long.MAX_VALUE)), NOBODY, NOBODY));
        assertThat(findings(ledger, ledger.entries()))
                .contains(
                        "entry 4: number 0: given again, and it is not one of the sequence's ranges, or was passed over before",
                        "entry 4: number 1-500000: given again, and it is pending under reservation 0",
                        "entry 4: number 500001: given again, and it is pending under reservation 1",
                        "entry 4: number 2000000-9223372036854775807: given again, and it is not one of the sequence's ranges, or was passed over before");
    }

    @Test
    void numbersComeIntoALedgerByWhatItBeginsWithOrBeingGiven() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(Posting.of(LedgerEvent.CREATE, List.of(new NumberRange(2_000_000, 2_000_001)), NOBODY));
        assertThat(findings(ledger, ledger.entries()))
                .contains("entry 2: create is at the beginning of a ledger, and nowhere else");
    }

    @ParameterizedTest
    @EnumSource
    void oneByteThatIsChangedIsFoundWhereverItIs(LedgerFormat format) throws IOException {
        SampleLedger ledger = sample();
        String text = text(ledger, format);
        assertThat(audit(ledger, text).findings()).isEmpty();
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == '1' ? '2' : '1';
            String changed = text.substring(0, i) + other + text.substring(i + 1);
            assertThat(audit(ledger, changed).isClean())
                    .as("letter %d of %s", i, changed)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anyCutIsFound(LedgerFormat format) throws IOException {
        SampleLedger ledger = sample();
        String text = text(ledger, format);
        for (int i = 0; i < text.length(); i++) {
            assertThat(audit(ledger, text.substring(0, i)).isClean())
                    .as("after letter %d of %s", i, text)
                    .isFalse();
        }
    }

    @Test
    void whateverChanceHasASequenceDoItsAuditIsCleanAndOneFaultIsFound() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SampleLedger ledger = SampleLedger.created().live(random, 60);
            List<LedgerEntry> entries = ledger.entries();
            assertThat(ledger.audit(entries).findings()).as("seed %d", seed).isEmpty();
            List<LedgerEntry> spoilt = new ArrayList<>(entries);
            int at = random.nextInt(entries.size() - 1);
            switch (random.nextInt(5)) {
                case 0 -> spoilt.remove(at);
                case 1 -> Collections.swap(spoilt, at, at + 1);
                case 2 -> spoilt.add(at, spoilt.get(at));
                case 3 -> spoilt.subList(at + 1, spoilt.size()).clear();
                default -> spoilt.set(at, spoilt(spoilt.get(at)));
            }
            assertThat(ledger.audit(spoilt).isClean()).as("seed %d", seed).isFalse();
        }
    }

    // Periods.

    /** In 2026, number 1 is pending, 2 has come back; in 2027, number 1 is confirmed. */
    private static SampleLedger ofTwoYears() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.turn("2026"), ledger.reserve(1, "a"), ledger.reserve(1, null));
        ledger.write(ledger.settle(LedgerEvent.CANCEL, 1));
        ledger.write(ledger.turn("2027"), ledger.reserve(1, "b"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 2));
        return ledger;
    }

    @Test
    void inEachPeriodEveryNumberIsInOnePlace() {
        SampleLedger ledger = ofTwoYears();
        ledger.write(ledger.settle(LedgerEvent.EXPIRE, 0));
        AuditReport report = ledger.audit(ledger.entries());
        assertThat(report.findings()).isEmpty();
        assertThat(report.taken()).isEqualTo(3);
        assertThat(report.confirmed()).isEqualTo(1);
        assertThat(report.returned()).isEqualTo(2);
    }

    @Test
    void aNumberThatIsGivenTwiceInAPeriodIsNamedWithIt() {
        SampleLedger ledger = ofTwoYears();
        ledger.write(Posting.reserve(3, List.of(new NumberRange(1, 1)), Optional.empty(), Optional.empty()));
        assertThat(findings(ledger, ledger.entries()))
                .contains("entry 9: number 1: given again, and it is confirmed before (2027)");
    }

    @Test
    void aNumberThatIsSettledInAnotherPeriodThanItWasGivenInIsNamed() {
        SampleLedger ledger = ofTwoYears();
        Posting settled = ledger.settle(LedgerEvent.VOID, 0);
        ledger.write(Posting.settle(LedgerEvent.VOID, 0, settled.numbers(), settled.subject(), settled.reason()));
        assertThat(findings(ledger, ledger.entries()))
                .contains("entry 9: number 1: void, and reservation 0 is not pending (2027)");
    }

    @Test
    void aPeriodThatHasNotBegunIsNamed() {
        SampleLedger ledger = ofTwoYears();
        ledger.write(ledger.settle(LedgerEvent.VOID, 0).in("2025"));
        assertThat(findings(ledger, ledger.entries())).contains("entry 9: period 2025 has not begun");
    }

    @Test
    void aPeriodThatComesToSomethingElseThanItWasSaidToIsNamed() {
        SampleLedger ledger = ofTwoYears();
        ledger.turn("2028");
        ledger.write(Posting.turn("2028", Optional.of("ended=2027 taken=2 returned=0")));
        assertThat(findings(ledger, ledger.entries()))
                .containsExactly(
                        "entry 9: it says of the period before \"ended=2027 taken=2 returned=0\", and the ledger comes to \"ended=2027 taken=1 returned=0\"");
    }

    @Test
    void aPeriodThatIsTurnedBackToIsRemarkedAndItsNumbersAreNotGivenAgain() {
        SampleLedger ledger = ofTwoYears();
        ledger.write(ledger.turn("2026"));
        ledger.write(Posting.reserve(9, List.of(new NumberRange(1, 3)), Optional.empty(), Optional.empty()));
        AuditReport report = ledger.audit(ledger.entries());
        assertThat(report.remarks().stream().map(AuditFinding::toString))
                .contains("entry 9: period 2027 was turned back to 2026");
        assertThat(report.findings().stream().map(AuditFinding::toString))
                .contains(
                        "entry 10: number 1: given again, and it is pending under reservation 0 (2026)",
                        "entry 10: number 2: given again, and it is one that came back before the period was left (2026)");
    }

    @Test
    void aPeriodBeginsOnce() {
        SampleLedger ledger = ofTwoYears();
        ledger.write(ledger.turn("2027"));
        assertThat(findings(ledger, ledger.entries())).contains("entry 9: period 2027 begins, and has begun before");
    }

    @Test
    void aPeriodThatTheSequenceIsNotInIsNamed() {
        SampleLedger ledger = ofTwoYears();
        List<LedgerEntry> entries = ledger.entries();
        ledger.turn("2028");
        assertThat(findings(ledger, entries)).contains("the ledger comes to period 2027, and the sequence is in 2028");
    }

    @Test
    void whateverChanceHasASequenceWithPeriodsDoItsAuditIsCleanAndOneFaultIsFound() {
        for (long seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SampleLedger ledger = SampleLedger.created().liveInPeriods(random, 20);
            List<LedgerEntry> entries = ledger.entries();
            assertThat(ledger.audit(entries).findings()).as("seed %d", seed).isEmpty();
            List<LedgerEntry> spoilt = new ArrayList<>(entries);
            int at = random.nextInt(entries.size() - 1);
            spoilt.set(at, spoilt(spoilt.get(at)));
            assertThat(ledger.audit(spoilt).isClean()).as("seed %d", seed).isFalse();
        }
    }

    private static LedgerEntry spoilt(LedgerEntry entry) {
        Posting said = entry.posting();
        return new LedgerEntry(
                entry.entry(),
                new Posting(
                        said.event(),
                        said.numbers(),
                        said.reservation(),
                        said.key(),
                        Optional.of(said.subject().orElse("") + "2"),
                        said.reason(),
                        said.period()),
                entry.after(),
                entry.time(),
                entry.hash());
    }
}
