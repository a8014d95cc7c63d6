package io.snowkeeper.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class SightingTest {

    private static final JsonNode CLAIMS = json("{'nodes':[{'name':'n1','worker_id':7},{'name':'n2','worker_id':8}]}");

    @Test
    void eachNodeHasTheStateThatItReportsItself() {
        JsonNode reports = json("{'nodes':[{'name':'n2','state':'refusing','reason':'clock-skew','detail':'ahead',"
                + "'version':'0.1.0','reserved_until':'2026-01-01T00:01:00Z','connections':1}]}");

        assertThat(Sighting.of("u", CLAIMS, reports).fleet())
                .isEqualTo(json("{'nodes':[{'name':'n1','worker_id':7},"
                        + "{'name':'n2','worker_id':8,'state':'refusing','reason':'clock-skew','detail':'ahead',"
                        + "'version':'0.1.0','reserved_until':'2026-01-01T00:01:00Z'}]}"));
    }

    @Test
    void aNodeRefusesIfItsStateSaysSo() {
        assertThat(Sighting.of("u", CLAIMS, json("{'nodes':[{'name':'n2','state':'refusing'}]}"))
                        .isRefusing())
                .isTrue();
        assertThat(Sighting.of("u", CLAIMS, json("{'nodes':[{'name':'n2','state':'not-ready'}]}"))
                        .isRefusing())
                .isFalse();
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
