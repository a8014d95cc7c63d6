package io.snowkeeper.sequences.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.sequences.ledger.audit.SampleLedger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SegmentWriteTest {

    @Test
    void aSegmentIsWrittenAgainUntilItIsFull() {
        SampleLedger ledger = SampleLedger.created();
        int segments = 0;
        for (int i = 0; i < 1000; i++) {
            ledger.write(ledger.reserve(1, "invoice-" + i));
            ledger.write(ledger.settle(LedgerEvent.CONFIRM, i));
            segments = ledger.segments().size();
        }
        assertThat(segments).isBetween(5, 40);
        assertThat(ledger.segments()).allMatch(segment -> segment.length < SegmentWrite.MAX_OPEN);
        assertThat(ledger.audit(ledger.entries()).findings()).isEmpty();
    }

    @Test
    void aTransactionIsNeverDividedHoweverLargeItIs() {
        SampleLedger ledger = SampleLedger.created();
        Posting[] postings = new Posting[2000];
        for (int i = 0; i < postings.length; i++) {
            postings[i] = ledger.reserve(1, "key " + i);
        }
        ledger.write(postings);
        assertThat(ledger.segments()).hasSize(1);
        assertThat(ledger.head().open()).isZero();
        assertThat(LedgerSegment.read(ledger.segments().get(0)).entries()).isEqualTo(2001);
        assertThat(ledger.audit(ledger.entries()).findings()).isEmpty();
    }

    @Test
    void aTimeIsThatOfTheTransactionEvenIfTheStateWasWrittenSince() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(1, null));
        List<LedgerEntry> before = ledger.entries();
        ledger.writeOther();
        ledger.writeOther();
        assertThat(ledger.entries()).isEqualTo(before);
        ledger.write(ledger.reserve(1, null));
        assertThat(ledger.entries().subList(0, 2)).isEqualTo(before);
        assertThat(ledger.audit(ledger.entries()).findings()).isEmpty();
    }

    @Test
    void anyPartIsReadAsItIsReadInTheWhole() {
        SampleLedger ledger = SampleLedger.created().live(new SplittableRandom(3), 300);
        List<LedgerEntry> all = ledger.entries();
        for (int from = 1; from <= all.size(); from += 17) {
            assertThat(ledger.entriesFrom(from)).isEqualTo(all.subList(from - 1, all.size()));
        }
    }

    @Test
    void whatWasWrittenSinceTheHeadWasReadIsLeftOut() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(1, null));
        LedgerHead head = ledger.head();
        List<LedgerEntry> before = ledger.entries();
        ledger.write(ledger.reserve(1, null));
        LedgerEntries entries = new LedgerEntries(head, 1);
        entries.add(LedgerSegment.read(ledger.segments().get(0)));
        assertThat(entries.all(null)).isEqualTo(before);
    }

    @Test
    void aSegmentThatIsNotAsTheHeadSaysIsNotAddedTo() {
        SampleLedger ledger = SampleLedger.created();
        Posting posting = ledger.reserve(1, null);
        assertThatThrownBy(() -> SegmentWrite.of(ledger.head(), null, List.of(posting), 1L))
                .isInstanceOf(InvalidLedgerException.class)
                .hasMessage("segment 0 of the ledger is not there, and must have 1 entries");
    }

    @Test
    void whatIsNoSegmentIsToldAsSuch() {
        for (String payload : List.of("", "{}", "[]", "x", "{\"first\":1,\"before\":\"\"}\n[\"r\",\"1\",0]")) {
            assertThatThrownBy(() -> LedgerSegment.read(payload.getBytes(StandardCharsets.UTF_8)))
                    .as(payload)
                    .isInstanceOf(InvalidLedgerException.class)
                    .hasMessageStartingWith("no segment of a ledger: ");
        }
    }
}
