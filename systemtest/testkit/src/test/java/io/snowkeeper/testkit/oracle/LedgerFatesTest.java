package io.snowkeeper.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.business.BusinessNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerFatesTest {

    private final List<String> broken = new ArrayList<>();
    private final Books books = new Books("s", broken::add);
    private final LedgerFates fates = new LedgerFates("s", broken::add);

    @Test
    void aWrittenDocumentsNumberIsConfirmedByItsReservation() {
        write("order-1", 1, "i-0");
        follow("reserve", 1, 0, "order-1");
        follow("confirm", 1, 0);
        check();

        assertThat(broken).isEmpty();
    }

    @Test
    void theNumberOfAWrittenDocumentMayNotBeVoid() {
        write("order-1", 1, "i-0");
        follow("reserve", 1, 0, "order-1");
        follow("void", 1, 0);
        check();

        assertThat(broken).hasSize(1);
        assertThat(fates.voidCount()).isEqualTo(1);
    }

    @Test
    void aReservationIsKnownByItsNumberWhicheverWriterMadeIt() {
        write("order-1", 1, "i-0-gc67q");
        follow("reserve", 1, 0, "order-1");
        follow("confirm", 1, 0);
        check();

        assertThat(broken).isEmpty();
    }

    @Test
    void norConfirmedByAnotherReservationOrForAnotherDocument() {
        write("order-1", 1, "i-0");
        write("order-2", 2, "i-1");
        follow("reserve", 1, 2, "order-1");
        follow("confirm", 1, 2);
        follow("reserve", 2, 1, "order-3");
        follow("confirm", 2, 1);
        check();

        assertThat(broken).hasSize(2);
    }

    @Test
    void norByOneThatWasNeverMade() {
        write("order-1", 1, "i-1");
        follow("reserve", 1, 0, "order-1");
        follow("confirm", 1, 1);
        check();

        assertThat(broken).hasSize(1);
    }

    @Test
    void aNumberThatWasAskedForWithoutAKeyIsConfirmedWithoutOne() {
        books.commit(new Books.Row("order-1", BusinessNumber.of(1), "i-0", false));
        follow("reserve", 1, 0);
        follow("confirm", 1, 0);
        check();

        assertThat(broken).isEmpty();
    }

    @Test
    void norMissingInTheLedger() {
        write("order-1", 1, "i-0");
        check();

        assertThat(broken)
                .containsExactly("ledger of sequence s: the books have Row[document=order-1, number=BusinessNumber["
                        + "period=Optional.empty, number=1], reservation=i-0, keyed=true], and the ledger tells null");
    }

    @Test
    void whatIsConfirmedIsInTheBooksAndNothingIsPending() {
        follow("reserve", 1, 0, "order-1");
        follow("confirm", 1, 0);
        follow("reserve", 2, 1, "order-2");
        check();

        assertThat(broken)
                .hasSize(2)
                .anyMatch(found -> found.startsWith("ledger of sequence s: the books do not have BusinessNumber["))
                .anyMatch(found -> found.contains("number=2] is still pending"));
    }

    @Test
    void theNumberOfADocumentOfBeforeARestoreMayBeVoidForThatReason() {
        write("order-1", 1, "i-0");
        books.putBack();
        write("order-2", 2, "i-1");
        restored(1);
        restored(2);
        check();

        assertThat(broken).singleElement().asString().contains("the books have Row[document=order-2");
        assertThat(fates.restored()).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void andForNoOther() {
        write("order-1", 1, "i-0");
        books.putBack();
        follow("void", 1, 0);
        check();

        assertThat(broken).hasSize(1);
    }

    private void check() {
        fates.requireBooked(
                books, true, (row, fate) -> fate != null && fate.isRestored() && books.isOfBefore(row.document()));
        fates.requireNothingPending();
    }

    private void write(String document, long number, String reservation) {
        books.commit(new Books.Row(document, BusinessNumber.of(number), reservation, true));
    }

    private void restored(long number) {
        follow(number, new LedgerFates.Fate("void", 0, Optional.empty(), Optional.of("restored")));
    }

    private void follow(String event, long number, long reservation) {
        follow(number, new LedgerFates.Fate(event, reservation, Optional.empty(), Optional.empty()));
    }

    private void follow(String event, long number, long reservation, String key) {
        follow(number, new LedgerFates.Fate(event, reservation, Optional.of(key), Optional.empty()));
    }

    private void follow(long number, LedgerFates.Fate entry) {
        fates.follow(BusinessNumber.of(number), entry);
    }
}
