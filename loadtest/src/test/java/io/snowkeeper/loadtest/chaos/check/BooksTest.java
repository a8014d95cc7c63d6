package io.snowkeeper.loadtest.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.loadtest.chaos.check.Books.LedgerLine;
import io.snowkeeper.loadtest.chaos.check.Books.Row;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BooksTest {

    private final Violations violations = new Violations();
    private final Books books = new Books(violations);

    @Test
    void aWrittenDocumentsNumberIsConfirmedByItsReservation() {
        books.commit(new Row("order-1", 1, "i-0"));
        follow("reserve", 1, 0, "order-1");
        follow("confirm", 1, 0);
        books.checkLedger();

        assertThat(violations.first()).isEmpty();
        assertThat(books.size()).isEqualTo(1);
    }

    @Test
    void aNumberStandsInTheBooksOnce() {
        assertThat(books.commit(new Row("order-1", 1, "i-0"))).isTrue();
        assertThat(books.commit(new Row("order-2", 1, "i-1"))).isFalse();

        assertThat(violations.first())
                .containsExactly(
                        "a number may stand in the books once: Row[document=order-1, number=1, reservation=i-0]"
                                + " has it, and Row[document=order-2, number=1, reservation=i-1] was to have it");
    }

    @Test
    void aDocumentIsWrittenOnceOrWithdrawn() {
        books.withdraw("order-1");
        assertThat(books.commit(new Row("order-1", 1, "i-0"))).isFalse();

        books.commit(new Row("order-2", 2, "i-1"));
        books.withdraw("order-2");
        assertThat(books.isWithdrawn("order-2")).isFalse();
        assertThat(books.commit(new Row("order-2", 3, "i-2"))).isFalse();
        assertThat(violations.first()).isEmpty();
    }

    @Test
    void theNumberOfAWrittenDocumentMayNotBeVoid() {
        books.commit(new Row("order-1", 1, "i-0"));
        follow("reserve", 1, 0, "order-1");
        follow("void", 1, 0);
        books.checkLedger();

        assertThat(violations.count()).isEqualTo(1);
        assertThat(books.voidCount()).isEqualTo(1);
    }

    @Test
    void aReservationIsKnownByItsNumberWhicheverWriterMadeIt() {
        books.commit(new Row("order-1", 1, "i-0-gc67q"));
        follow("reserve", 1, 0, "order-1");
        follow("confirm", 1, 0);
        books.checkLedger();

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void norConfirmedByAnotherReservationOrForAnotherDocument() {
        books.commit(new Row("order-1", 1, "i-0"));
        books.commit(new Row("order-2", 2, "i-1"));
        follow("reserve", 1, 2, "order-1");
        follow("confirm", 1, 2);
        follow("reserve", 2, 1, "order-3");
        follow("confirm", 2, 1);
        books.checkLedger();

        assertThat(violations.count()).isEqualTo(2);
    }

    @Test
    void norMissingInTheLedger() {
        books.commit(new Row("order-1", 1, "i-0"));
        books.checkLedger();

        assertThat(violations.first())
                .containsExactly("a number of the books must be confirmed in the ledger:"
                        + " the books have Row[document=order-1, number=1, reservation=i-0], the ledger null");
    }

    @Test
    void whatIsConfirmedIsInTheBooksAndNothingIsPending() {
        follow("reserve", 1, 0, "order-1");
        follow("confirm", 1, 0);
        follow("reserve", 2, 1, "order-2");
        books.checkLedger();

        assertThat(violations.first())
                .hasSize(2)
                .anyMatch(violation -> violation.startsWith("a number that is confirmed must be in the books"))
                .anyMatch(violation -> violation.startsWith("no number may be pending once all is settled"));
    }

    @Test
    void theNumberOfADocumentOfBeforeARestoreMayBeVoidForThatReason() {
        books.commit(new Row("order-1", 1, "i-0"));
        assertThat(books.restore()).containsExactly("1,order-1");
        books.commit(new Row("order-2", 2, "i-1"));
        restored(1);
        restored(2);
        books.checkLedger();

        assertThat(violations.first())
                .singleElement()
                .asString()
                .startsWith(
                        "a number of the books must be confirmed in the ledger: the books have Row[document=order-2");
    }

    @Test
    void andForNoOther() {
        books.commit(new Row("order-1", 1, "i-0"));
        books.restore();
        follow("void", 1, 0);
        books.checkLedger();

        assertThat(violations.count()).isEqualTo(1);
    }

    @Test
    void aNumberOfBeforeARestoreStandsInTheBooksOnceToo() {
        books.commit(new Row("order-1", 1, "i-0"));
        books.restore();

        assertThat(books.commit(new Row("order-2", 1, "i-0"))).isFalse();
        assertThat(violations.count()).isEqualTo(1);
    }

    private void restored(long number) {
        books.follow(new LedgerLine("void", number, 0, Optional.empty(), Optional.of("restored")));
    }

    private void follow(String event, long number, long reservation) {
        books.follow(new LedgerLine(event, number, reservation, Optional.empty(), Optional.empty()));
    }

    private void follow(String event, long number, long reservation, String key) {
        books.follow(new LedgerLine(event, number, reservation, Optional.of(key), Optional.empty()));
    }
}
