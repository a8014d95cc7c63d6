package io.snowkeeper.loadtest.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GaplessLedgerTest {

    private final Violations violations = new Violations();
    private final GaplessLedger ledger = new GaplessLedger(violations);

    @Test
    void numbersUpToTheNextOneHaveNoHole() {
        ledger.confirmed(2);
        ledger.confirmed(1);
        ledger.checkNoHoles(3);

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void aNumberThatIsNobodysIsAHole() {
        ledger.confirmed(1);
        ledger.confirmed(3);
        ledger.checkNoHoles(4);

        assertThat(violations.first())
                .containsExactly("a gapless sequence may have no hole: 2 is missing, the next one is 4");
    }

    @Test
    void theLastNumbersMayBeAHoleToo() {
        ledger.confirmed(1);
        ledger.checkNoHoles(4);

        assertThat(violations.count()).isEqualTo(2);
    }

    @Test
    void aNumberWhoseAnswerWasLostIsNoHole() {
        ledger.unclear(1);
        ledger.checkNoHoles(2);

        assertThat(violations.first()).isEmpty();
        assertThat(ledger.unclearCount()).isEqualTo(1);
    }

    @Test
    void belowWhereItGoesOnAfterARestoreIsNoHole() {
        ledger.confirmed(2);
        ledger.goOn(4);
        ledger.confirmed(5);
        ledger.checkNoHoles(6);

        assertThat(ledger.highest()).isEqualTo(5);
        assertThat(violations.first())
                .containsExactly("a gapless sequence may have no hole: 4 is missing, the next one is 6");
    }

    @Test
    void aNumberThatIsConfirmedTwiceIsFound() {
        ledger.confirmed(7);
        ledger.confirmed(7);

        assertThat(violations.first()).containsExactly("a gapless number may be confirmed once: 7 was twice");
    }
}
