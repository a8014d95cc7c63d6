package io.snowkeeper.loadtest.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.loadtest.chaos.check.RecreatedLedger.Range;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecreatedLedgerTest {

    private final Violations violations = new Violations();
    private final RecreatedLedger ledger = new RecreatedLedger(violations);
    private final Range first = ledger.nextRange();
    private final Range second = ledger.nextRange();

    @BeforeEach
    void createTheFirst() {
        ledger.created(first);
    }

    @Test
    void eachCreationHasARangeOfItsOwn() {
        assertThat(first.to()).isLessThan(second.from());
    }

    @Test
    void aKeyMayHaveANumberInEachSequence() {
        ledger.given("k", first.from(), ledger.asked());
        ledger.created(second);
        ledger.given("k", second.from(), ledger.asked());

        assertThat(violations.first()).isEmpty();
        assertThat(ledger.size()).isEqualTo(2);
        assertThat(ledger.createdCount()).isEqualTo(2);
    }

    @Test
    void aNumberOfASequenceThatWasReplacedIsFound() {
        ledger.created(second);

        ledger.given("k", first.from() + 6, ledger.asked());

        assertThat(violations.first())
                .containsExactly("a sequence that was replaced gives no number: key k was given 7 of creation 0");
    }

    @Test
    void whoAskedBeforeTheReplacementMayGetAFormerNumber() {
        Set<Long> gone = ledger.asked();
        ledger.created(second);

        ledger.given("k", first.from(), gone);

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void afterARestoreAFormerSequenceMayBeThereAndAKeyHaveAnotherNumber() {
        ledger.given("k", first.from(), ledger.asked());
        ledger.created(second);
        ledger.restored();

        assertThat(ledger.nextAfter(first.from())).isEqualTo(first.from() + 1);
        assertThat(ledger.nextAfter(second.from())).isEqualTo(second.from());
        ledger.given("k", first.from() + 1, ledger.asked());

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void butNoNumberBeAnotherKeys() {
        ledger.given("k", first.from(), ledger.asked());
        ledger.restored();
        ledger.given("l", first.from(), ledger.asked());

        assertThat(violations.first()).containsExactly("no number may have two keys: 1 has k and l");
    }

    @Test
    void aNumberWithTwoKeysIsFound() {
        ledger.given("k", 7, ledger.asked());
        ledger.given("l", 7, ledger.asked());

        assertThat(violations.first()).containsExactly("no number may have two keys: 7 has k and l");
    }

    @Test
    void aKeyWithTwoNumbersInOneSequenceIsFound() {
        ledger.given("k", 7, ledger.asked());
        ledger.given("k", 8, ledger.asked());

        assertThat(violations.first()).containsExactly("a key has one number in a sequence: k was given 7 and 8");
    }
}
