package io.snowkeeper.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SightingTest {

    private static final JsonNode CLAIMS =
            json("{'nodes':[{'name':'n1','worker_id':7},{'name':'n2','worker_id':8},{'name':'n2/2','worker_id':9}]}");

    private static final String REPORT =
            "{'nodes':[{'name':'n2','worker_ids':[8,9],'state':'%s','reason':'clock-skew','detail':'ahead',"
                    + "'version':'0.1.0','reserved_until':'2026-01-01T00:01:00Z','connections':1}]}";

    @Test
    void eachClaimOfANodeHasTheStateThatTheNodeReports() {
        String state = "'state':'refusing','reason':'clock-skew','detail':'ahead','version':'0.1.0',"
                + "'reserved_until':'2026-01-01T00:01:00Z'";

        assertThat(Sighting.of("u", CLAIMS.deepCopy(), json(REPORT.formatted("refusing")))
                        .fleet())
                .isEqualTo(
                        json("{'nodes':[{'name':'n1','worker_id':7},{'name':'n2','worker_id':8,%1$s},".formatted(state)
                                + "{'name':'n2/2','worker_id':9,%s}]}".formatted(state)));
    }

    @Test
    void ofTwoProcessesOfOneNameEachHasItsOwnState() {
        JsonNode claims = json("{'nodes':[{'name':'n1','worker_id':7,'endpoints':['a:1']},"
                + "{'name':'n1','worker_id':null,'endpoints':['a:2']}]}");

        JsonNode nodes = Sighting.of(
                        "u",
                        claims,
                        json("{'nodes':[{'name':'n1','worker_ids':[],'endpoints':['a:2'],'state':'refusing'},"
                                + "{'name':'n1','worker_ids':[7],'endpoints':['a:1'],'state':'unreachable'}]}"))
                .fleet()
                .path("nodes");

        assertThat(nodes.at("/0/state").asText()).isEqualTo("unreachable");
        assertThat(nodes.at("/1/state").asText()).isEqualTo("refusing");
    }

    @Test
    void oneThatIsGoneIsListedThoughItHasNoClaim() {
        JsonNode nodes = Sighting.of(
                        "u",
                        CLAIMS.deepCopy(),
                        json("{'nodes':[{'name':'n3','worker_ids':[5],'endpoints':[],'state':'gone'}]}"))
                .fleet()
                .path("nodes");

        assertThat(nodes).hasSize(4);
        assertThat(nodes.at("/3/worker_id").asInt()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "true, ready, given, given, true",
        "true, not-ready, given, given, true",
        "true, refusing, given, given, false",
        "true, ready, at-risk, given, false",
        "true, ready, given, refused, false",
        "false, ready, given, given, false"
    })
    void itIsWellWhereAllIsGivenAndNoNodeRefuses(
            boolean connected, String state, String ids, String sequences, boolean well) {
        JsonNode fleet = json(
                "{'connected':%s,'verdict':{'ids':{'verdict':'%s'},'sequences':{'verdict':'%s'}},'nodes':[{'name':'n2','worker_id':8}]}"
                        .formatted(connected, ids, sequences));

        assertThat(Sighting.of("u", fleet, json(REPORT.formatted(state))).isWell())
                .isEqualTo(well);
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
