package io.snowkeeper.loadtest.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SortableLedgerTest {

    private static final String FIRST = "000001a1fdfa46000000000000000011";
    private static final String SECOND = "000001a1fdfa46000000000000000111";

    private final Violations violations = new Violations();
    private final SortableLedger ledger = new SortableLedger(violations);

    @Test
    void idsThatIncreaseAreRight() {
        ledger.connection("n1").given("millisecond", List.of(FIRST, SECOND));

        assertThat(violations.first()).isEmpty();
        assertThat(ledger.size()).isEqualTo(2);
        assertThat(ledger.repeated()).isZero();
    }

    @Test
    void anIdThatTwoNodesGiveIsFound() {
        ledger.connection("n1").given("millisecond", List.of(FIRST));
        ledger.connection("n2").given("millisecond", List.of(FIRST));

        assertThat(violations.first())
                .containsExactly(
                        "no sortable id may come twice: node n2 gave %s of kind millisecond again".formatted(FIRST));
        assertThat(ledger.repeated()).isEqualTo(1);
    }

    @Test
    void idsOfDifferentKindsMayLookAlike() {
        SortableLedger.Connection connection = ledger.connection("n1");
        connection.given("millisecond", List.of(FIRST));
        connection.given("second", List.of(FIRST));

        assertThat(violations.first()).isEmpty();
    }

    @Test
    void anIdBelowTheOneBeforeItOnItsConnectionIsFound() {
        ledger.connection("n1").given("second", List.of(SECOND, FIRST));

        assertThat(violations.first())
                .containsExactly("sortable ids of one connection must increase: node n1 gave %s after %s of kind second"
                        .formatted(FIRST, SECOND));
    }

    @Test
    void uuidsThatDifferInTheirLastBitsAloneAreTheSame() {
        ledger.connection("n1").given(SortableLedger.UUID, List.of("018cc251-f7e8-7000-8000-000007000000"));
        ledger.connection("n2").given(SortableLedger.UUID, List.of("018cc251-f7e8-7000-8000-000007ffffff"));

        assertThat(ledger.repeated()).isEqualTo(1);
    }

    @Test
    void whatIsNoIdIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ledger.connection("n1").given("second", List.of("17")))
                .withMessage("must have 32 digits: id=17");
    }
}
