package io.snowkeeper.simulation.judge;

import static io.snowkeeper.sequences.ledger.LedgerEvent.CANCEL;
import static io.snowkeeper.sequences.ledger.LedgerEvent.CONFIRM;
import static io.snowkeeper.sequences.ledger.LedgerEvent.CREATE;
import static io.snowkeeper.sequences.ledger.LedgerEvent.VOID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.testkit.oracle.Books;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerJudgeTest {

    private final LedgerJudge judge = new LedgerJudge("s");
    private final Books books = new Books("s", BrokenPromiseException::raise);
    private final List<LedgerEntry> entries = new ArrayList<>();

    @Test
    void whatTheBooksHaveIsConfirmedForTheirDocument() {
        write(reserved(0, 1, Optional.of("order-1")), settled(CONFIRM, 0, 1));
        books.commit(new Books.Row("order-1", BusinessNumber.of(1), "i-0", true));

        assertThatCode(() -> judge.requireBooked(books, true, LedgerJudge.Lost.NOTHING))
                .doesNotThrowAnyException();
    }

    @Test
    void theNumberOfAWrittenDocumentMayNotBeVoid() {
        write(reserved(0, 1, Optional.of("order-1")), settled(VOID, 0, 1));
        books.commit(new Books.Row("order-1", BusinessNumber.of(1), "i-0", true));

        broken(
                () -> judge.requireBooked(books, true, LedgerJudge.Lost.NOTHING),
                "the books have Row[document=order-1, number=BusinessNumber[period=Optional.empty, number=1]");
    }

    @Test
    void whatIsConfirmedIsInTheBooksWhereNobodyConfirmsBefore() {
        write(reserved(0, 1, Optional.of("order-1")), settled(CONFIRM, 0, 1));

        broken(
                () -> judge.requireBooked(books, true, LedgerJudge.Lost.NOTHING),
                "the books do not have BusinessNumber[period=Optional.empty, number=1]");
        assertThatCode(() -> judge.requireBooked(books, false, LedgerJudge.Lost.NOTHING))
                .doesNotThrowAnyException();
    }

    @Test
    void aNumberIsConfirmedInThePeriodThatTheBooksSay() {
        write(
                turned("2026-11-23"),
                reserved(0, 1, Optional.of("order-1")),
                turned("2026-11-24"),
                reserved(512, 1, Optional.of("order-2")),
                settled(CONFIRM, 512, 1),
                settled(CONFIRM, 0, 1).in("2026-11-23"));
        books.commit(new Books.Row("order-1", BusinessNumber.of(Period.parse("2026-11-23"), 1), "i-0", true));
        books.commit(new Books.Row("order-2", BusinessNumber.of(Period.parse("2026-11-24"), 1), "i-512-gc67q", true));

        assertThatCode(() -> judge.requireBooked(books, true, LedgerJudge.Lost.NOTHING))
                .doesNotThrowAnyException();

        write(turned("2026-11-25"), reserved(1024, 1, Optional.of("order-3")), settled(CONFIRM, 1024, 1));
        books.commit(new Books.Row("order-3", BusinessNumber.of(Period.parse("2026-11-26"), 1), "i-1024", true));
        broken(() -> judge.requireBooked(books, true, LedgerJudge.Lost.NOTHING), "and the ledger tells null");
    }

    @Test
    void whatSomebodyWasToldIsConfirmedIsConfirmed() {
        write(reserved(0, 1, Optional.empty()), settled(CONFIRM, 0, 1), reserved(1, 2, Optional.empty()));

        assertThatCode(() -> judge.requireConfirmed(List.of(1L))).doesNotThrowAnyException();
        broken(() -> judge.requireConfirmed(List.of(1L, 2L)), "2 was confirmed, and the ledger tells");
    }

    @Test
    void nothingIsPendingOnceAllIsSettled() {
        write(reserved(0, 1, Optional.empty()), settled(CANCEL, 0, 1));
        assertThatCode(judge::requireNothingPending).doesNotThrowAnyException();

        write(reserved(1, 1, Optional.empty()));
        broken(judge::requireNothingPending, "number=1] is still pending");
    }

    @Test
    void anEntryIsToldInItsPlace() {
        write(created());

        broken(() -> judge.told(3, List.of(entry(4, created()))), "entry 4 was told where entry 3 should have been");
    }

    @Test
    void anEntryIsAlwaysToldTheSameWay() {
        write(created(), reserved(0, 1, Optional.empty()));
        judge.told(1, entries);
        assertThat(judge.size()).isEqualTo(2);

        broken(() -> judge.told(2, List.of(entry(2, reserved(0, 2, Optional.empty())))), "told LedgerEntry[entry=2");
    }

    @Test
    void theAuditMustFindNothing() {
        write(created(), reserved(0, 2, Optional.empty()));
        LedgerBalance balance = new LedgerBalance(
                "sequence=s incarnation=i",
                2,
                "",
                Instant.EPOCH,
                List.of(new NumberRange(1, 9)),
                1,
                0,
                Optional.of(List.of()),
                1,
                Optional.empty());

        broken(() -> judge.requireRight(balance), "the audit found");
    }

    private void write(Posting... postings) {
        for (Posting posting : postings) {
            entries.add(entry(entries.size() + 1, posting));
            judge.told(entries.size(), entries.subList(entries.size() - 1, entries.size()));
        }
    }

    private static LedgerEntry entry(int place, Posting posting) {
        return new LedgerEntry(place, posting, Optional.empty(), Instant.EPOCH, "");
    }

    private static Posting created() {
        return Posting.of(CREATE, List.of(new NumberRange(1, 9)), Optional.of("sequence=s incarnation=i"));
    }

    private static Posting turned(String period) {
        return Posting.turn(period, Optional.empty());
    }

    private static Posting reserved(long reservation, long number, Optional<String> key) {
        return Posting.reserve(reservation, List.of(new NumberRange(number, number)), key, Optional.empty());
    }

    private static Posting settled(LedgerEvent event, long reservation, long number) {
        return Posting.settle(
                event, reservation, List.of(new NumberRange(number, number)), Optional.empty(), Optional.empty());
    }

    private static void broken(Runnable work, String message) {
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(work::run)
                .withMessageContaining(message);
    }
}
