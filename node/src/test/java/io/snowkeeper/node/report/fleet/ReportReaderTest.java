package io.snowkeeper.node.report.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.report.Standing.AtRisk;
import io.snowkeeper.node.report.Standing.Given;
import io.snowkeeper.node.report.Standing.Refused;
import io.snowkeeper.node.report.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The verdict on a node whose report has the fields that this version knows, or fewer. */
class ReportReaderTest {

    private static final String TOLD = """
            ,"verdict":{"ids":{"verdict":"%s","until":"2026-11-21T19:31:57Z","reason":"clock-skew"},\
            "sequences":{"verdict":"given","until":null,"reason":null}}""";

    private static final AtRisk ENDS = new AtRisk(1, 1, Views.T.plusSeconds(40), "clock-skew");

    /**
     * A report: the node's state, whether it reaches ZooKeeper, the seconds that it has reserved, its verdict if it has
     * one; and the result of reading it.
     */
    enum Said {
        AT_RISK("ready", null, true, 60, TOLD.formatted("at-risk"), new Verdict(ENDS, Given.BY_ONE)),
        REFUSED("ready", null, true, 60, TOLD.formatted("refused"), new Verdict(refused("clock-skew"), Given.BY_ONE)),
        NOTHING_AND_IS_READY("ready", null, true, 60, "", new Verdict(Given.BY_ONE, Given.BY_ONE)),
        A_WORD_OF_A_LATER_VERSION_AND_IS_READY(
                "ready", null, true, 60, TOLD.formatted("paused"), new Verdict(Given.BY_ONE, Given.BY_ONE)),
        NOTHING_AND_IS_CUT_OFF(
                "ready",
                null,
                false,
                40,
                "",
                new Verdict(new AtRisk(1, 1, Views.T.plusSeconds(40), "zookeeper-away"), refused("zookeeper-away"))),
        NOTHING_AND_IS_CUT_OFF_FOR_LONG(
                "ready", null, false, 0, "", new Verdict(refused("zookeeper-away"), refused("zookeeper-away"))),
        NOTHING_AND_HAS_LITTLE_TIME_RESERVED(
                "not-ready",
                "reservation-used-up",
                true,
                2,
                "",
                new Verdict(new AtRisk(1, 1, Views.T.plusSeconds(2), "reservation-used-up"), Given.BY_ONE)),
        NOTHING_AND_REFUSES(
                "refusing",
                "clock-moved-backwards",
                true,
                60,
                "",
                new Verdict(refused("clock-moved-backwards"), refused("clock-moved-backwards")));

        private final String json;
        private final Verdict verdict;

        Said(String state, String reason, boolean connected, int seconds, String told, Verdict verdict) {
            this.json = """
                    {"name":"n2","version":"0.0.9","fleet":"fleet","started_at":"%s","as_of":"%s","connected":%s,"state":"%s",\
                    "reason":%s,"worker_ids":[2],"ids_issued":"7","reserved_until":"%s"%s}""".formatted(
                            Views.T,
                            Views.T,
                            connected,
                            state,
                            reason == null ? null : "\"" + reason + "\"",
                            Views.T.plusSeconds(seconds),
                            told);
            this.verdict = verdict;
        }

        private static Refused refused(String reason) {
            return new Refused(1, reason);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNodeIsJudgedByWhatItSays(Said said) {
        assertThat(ReportReader.read(said.json.getBytes(UTF_8)).verdict()).isEqualTo(said.verdict);
    }
}
