package io.snowkeeper.node.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RightsTest {

    @ParameterizedTest
    @CsvSource({
        "next:invoices, invoices, true",
        "next:invoices, invoices2, false",
        "next:policies.*, policies.a, true",
        "next:policies.*, policies, false",
        "next:policies*, policies, true",
        "next:*, anything, true",
        "next:a:b, a:b, true",
        "next:a:b, a, false"
    })
    void aRightIsForTheNamesThatItsPatternMatches(String right, String sequence, boolean allowed) {
        assertThat(Rights.parse(List.of(right)).allow(Right.NEXT, sequence)).isEqualTo(allowed);
    }

    @Test
    void rightsAddUp() {
        Rights rights = Rights.parse(List.of("next:a", "next:b*", "ids"));

        assertThat(rights.allow(Right.NEXT, "a")).isTrue();
        assertThat(rights.allow(Right.NEXT, "b1")).isTrue();
        assertThat(rights.allow(Right.NEXT, "c")).isFalse();
        assertThat(rights.allowIds()).isTrue();
        assertThat(rights.allow(Right.READ, "a")).isFalse();
    }

    @Test
    void whoMaySettleMayConfirmAndNotTheOtherWayRound() {
        assertThat(Rights.parse(List.of("settle:a")).allow(Right.CONFIRM, "a")).isTrue();
        assertThat(Rights.parse(List.of("confirm:a")).allow(Right.SETTLE, "a")).isFalse();
    }

    @Test
    void whatIsForAllNumbersIsToldFromWhatIsForSome() {
        assertThat(Rights.parse(List.of("next:*")).allowAllNumbers()).isTrue();
        assertThat(Rights.parse(List.of("next:a*")).allowAllNumbers()).isFalse();
        assertThat(Rights.parse(List.of("next:a*")).allowSome(Right.NEXT)).isTrue();
        assertThat(Rights.parse(List.of("ids")).allowSome(Right.NEXT)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void oneStarIsForAll(Right right) {
        assertThat(Rights.parse(List.of("*")).allow(right, "a")).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void nobodyHasMoreThanHeWasGiven(Right right) {
        assertThat(Rights.parse(List.of()).allow(right, "a")).isEqualTo(right == Right.NONE);
        assertThat(Rights.OPEN.allow(right, "a")).isEqualTo(right.isOpen());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nexts:a | there is no right nexts:a; there are ids, next:NAMES, confirm:NAMES, settle:NAMES, read:NAMES,"
                        + " define:NAMES, operate, and * for all",
                "none | there is no right none; there are ids, next:NAMES, confirm:NAMES, settle:NAMES, read:NAMES,"
                        + " define:NAMES, operate, and * for all",
                "next | the right next must name its sequences: next:NAME, next:PREFIX* or next:*",
                "ids:a | the right ids takes no sequences: write ids, not ids:a",
                "next: | a pattern must be a sequence's name, the beginning of names and *, or *: ",
                "next:a*b | a pattern must be a sequence's name, the beginning of names and *, or *: a*b",
                "next:a b | a pattern must be a sequence's name, the beginning of names and *, or *: a b"
            })
    void whatIsNoRightIsNamed(String text, String message) {
        assertThatThrownBy(() -> Rights.parse(List.of("ids", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message.strip());
    }
}
