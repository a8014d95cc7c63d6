package io.snowkeeper.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BooksTest {

    private static final BusinessNumber MONDAYS = BusinessNumber.of(Period.parse("2026-11-23"), 7);
    private static final BusinessNumber TUESDAYS = BusinessNumber.of(Period.parse("2026-11-24"), 7);
    private static final Books.Row FIRST = new Books.Row("order-1", BusinessNumber.of(7), "r-0", true);

    private final List<String> broken = new ArrayList<>();
    private final Books books = new Books("s", broken::add);

    @Test
    void aDocumentIsWrittenOnce() {
        assertThat(books.commit(FIRST)).isTrue();
        assertThat(books.commit(new Books.Row("order-1", BusinessNumber.of(8), "r-1", true)))
                .isFalse();

        assertThat(books.find("order-1")).contains(FIRST);
        assertThat(books.findReservation("r-0")).contains(FIRST);
        assertThat(books.findReservation("r-1")).isEmpty();
    }

    @Test
    void aNumberMayHaveOneDocument() {
        books.commit(FIRST);

        assertThat(books.commit(new Books.Row("order-2", BusinessNumber.of(7), "r-1", true)))
                .isFalse();
        assertThat(broken).containsExactly("sequence s: order-2 is to have number 7 by r-1, and order-1 has it by r-0");
    }

    @Test
    void aNumberOfAnotherPeriodIsAnotherNumber() {
        books.commit(new Books.Row("order-1", MONDAYS, "r-0", true));

        assertThat(books.commit(new Books.Row("order-2", TUESDAYS, "r-1", true)))
                .isTrue();
        assertThat(books.commit(new Books.Row("order-3", MONDAYS, "r-2", true))).isFalse();
        assertThat(broken)
                .containsExactly(
                        "sequence s: order-3 is to have number 7 of 2026-11-23 by r-2, and order-1 has it by r-0");
    }

    @Test
    void whatWasWithdrawnIsNeverWritten() {
        assertThat(books.withdraw("order-1")).isTrue();

        assertThat(books.commit(FIRST)).isFalse();
        assertThat(books.isWithdrawn("order-1")).isTrue();
        assertThat(books.rows()).isEmpty();
    }

    @Test
    void whatIsWrittenIsNotWithdrawn() {
        books.commit(FIRST);

        assertThat(books.withdraw("order-1")).isFalse();
        assertThat(books.isWithdrawn("order-1")).isFalse();
    }

    @Test
    void aDocumentIsClosedOnceItIsWrittenOrWithdrawn() {
        assertThat(books.isClosed("order-1")).isFalse();
        books.commit(FIRST);
        books.withdraw("order-2");

        assertThat(books.isClosed("order-1")).isTrue();
        assertThat(books.isClosed("order-2")).isTrue();
    }

    @Test
    void whatWasWrittenBeforeOlderDataWerePutBackIsKnown() {
        books.commit(FIRST);
        books.putBack();
        books.commit(new Books.Row("order-2", BusinessNumber.of(8), "r-1", true));

        assertThat(books.isOfBefore("order-1")).isTrue();
        assertThat(books.isOfBefore("order-2")).isFalse();
    }

    @Test
    void andItsNumberStaysItsOwn() {
        books.commit(FIRST);
        books.putBack();

        assertThat(books.commit(new Books.Row("order-2", BusinessNumber.of(7), "r-0", true)))
                .isFalse();
        assertThat(broken).hasSize(1);
    }
}
