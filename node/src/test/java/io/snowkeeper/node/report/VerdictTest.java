package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.node.report.Standing.AtRisk;
import io.snowkeeper.node.report.Standing.Given;
import io.snowkeeper.node.report.Standing.Refused;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sum of nodes' standings, and its wording. */
class VerdictTest {

    private static final Instant SOON = Instant.parse("2026-11-28T12:12:45.123Z");
    private static final Instant LATER = SOON.plusSeconds(5);

    private static final Standing WELL = Given.BY_ONE;
    private static final Standing ENDS_SOON = new AtRisk(1, 1, SOON, "zookeeper-away");
    private static final Standing ENDS_LATER = new AtRisk(1, 1, LATER, "zookeeper-away");
    private static final Standing CLOCK = new Refused(1, "clock-skew");
    private static final Standing USED_UP = new Refused(1, "reservation-used-up");

    private static final Standing STANDS_BY = new Refused(1, "standby");

    /** A fleet: its nodes' reports, their number, and the verdict on ids. */
    enum Fleet {
        ALL_WELL(List.of(WELL, WELL, WELL), 3, new Given(3, 3), "ids are given by 3 of 3 nodes"),
        ONE_REFUSES(List.of(WELL, CLOCK, WELL), 3, new Given(2, 3), "ids are given by 2 of 3 nodes"),
        ONE_IS_SILENT(List.of(WELL, WELL), 3, new Given(2, 3), "ids are given by 2 of 3 nodes"),
        ONE_WELL_AMONG_SOME_AT_RISK(List.of(ENDS_SOON, WELL), 2, new Given(2, 2), "ids are given by 2 of 2 nodes"),
        ALONE(List.of(WELL), 1, new Given(1, 1), "ids are given by the node"),
        ALL_AT_RISK(
                List.of(ENDS_SOON, ENDS_LATER),
                2,
                new AtRisk(2, 2, LATER, "zookeeper-away"),
                "ids are at risk until 2026-11-28T12:12:50Z: zookeeper-away"),
        SOME_AT_RISK_AND_SOME_REFUSE(
                List.of(CLOCK, ENDS_SOON, USED_UP, ENDS_LATER),
                5,
                new AtRisk(2, 5, LATER, "zookeeper-away"),
                "ids are at risk until 2026-11-28T12:12:50Z: zookeeper-away"),
        ALL_REFUSE_FOR_THE_COMMONEST_REASON(
                List.of(CLOCK, USED_UP, USED_UP),
                3,
                new Refused(3, "reservation-used-up"),
                "ids are refused: reservation-used-up"),
        ALL_REFUSE_FOR_REASONS_AS_COMMON(
                List.of(USED_UP, CLOCK), 2, new Refused(2, "clock-skew"), "ids are refused: clock-skew"),
        ONE_GIVES_AND_ALL_OTHERS_STAND_BY(
                List.of(STANDS_BY, WELL, STANDS_BY), 3, new Given(1, 3), "ids are given by 1 of 3 nodes"),
        THOSE_THAT_STAND_BY_KNOW_NO_REASON(
                List.of(STANDS_BY, CLOCK, STANDS_BY), 3, new Refused(3, "clock-skew"), "ids are refused: clock-skew"),
        ALL_STAND_BY(List.of(STANDS_BY, STANDS_BY), 2, new Refused(2, "standby"), "ids are refused: standby"),
        ALL_ARE_SILENT(List.of(), 2, new Refused(2, "no-worker-id"), "ids are refused: no-worker-id");

        private final List<Standing> told;
        private final int nodes;
        private final Standing together;
        private final String text;

        Fleet(List<Standing> told, int nodes, Standing together, String text) {
            this.told = told;
            this.nodes = nodes;
            this.together = together;
            this.text = text;
        }
    }

    @ParameterizedTest
    @EnumSource
    void nodesAreJudgedTogether(Fleet fleet) {
        assertThat(Standing.together(fleet.told, fleet.nodes)).isEqualTo(fleet.together);
    }

    @ParameterizedTest
    @EnumSource
    void theStandingIsSaidInWords(Fleet fleet) {
        assertThat(fleet.together.text("ids")).isEqualTo(fleet.text);
    }

    @Test
    void idsAndSequencesAreJudgedEachByThemselves() {
        Verdict away = new Verdict(ENDS_SOON, new Refused(1, "zookeeper-away"));

        Verdict together = Verdict.together(List.of(away, away), 2);

        assertThat(together.text())
                .isEqualTo("ids are at risk until 2026-11-28T12:12:45Z: zookeeper-away;"
                        + " sequences are refused: zookeeper-away");
        assertThat(together.isGiven()).isFalse();
    }

    @Test
    void whatIsAlikeOfBothIsSaidOnce() {
        Standing standing = new Given(2, 3);

        assertThat(new Verdict(standing, standing).text()).isEqualTo("ids and sequences are given by 2 of 3 nodes");
    }

    @Test
    void moreNodesThanThereAreGiveNothing() {
        assertThatThrownBy(() -> new Given(4, 3)).hasMessage("must be >= 1 && <= 3: by=4");
        assertThatThrownBy(() -> new AtRisk(0, 3, SOON, "zookeeper-away")).hasMessage("must be >= 1 && <= 3: by=0");
        assertThatThrownBy(() -> new Refused(0, "zookeeper-away")).hasMessage("must be >= 1 && <= 0: by=1");
    }

    @Test
    void noVerdictIsOfTwoFleets() {
        assertThatThrownBy(() -> new Verdict(new Given(1, 2), new Given(1, 3)))
                .hasMessage("must be of the same nodes: ids=2, sequences=3");
    }
}
