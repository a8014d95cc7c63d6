package io.snowkeeper.node.http.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptHeaderTest {

    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*|application/json",
                "text/plain|text/plain",
                "text/*|text/plain",
                "TEXT/PLAIN|text/plain",
                "text/html,application/xhtml+xml,*/*;q=0.8|application/json",
                "application/json;q=0.5, text/plain|text/plain",
                "text/plain;q=0.5, application/json;q=0.9|application/json",
                "application/json;q=0, */*|text/plain",
                "text/plain;charset=utf-8|text/plain",
                "''|application/json",
                "text/plain;q=nonsense|text/plain"
            })
    void theMediaTypeThatIsWantedMostIsTaken(String header, String best) {
        assertThat(AcceptHeader.parse(header).best(JSON, TEXT)).isEqualTo(best);
    }

    @Test
    void moreThan32RangesAreRefused() {
        assertThat(AcceptHeader.parse("a/b,".repeat(31) + TEXT).best(JSON, TEXT))
                .isEqualTo(TEXT);
        assertThatThrownBy(() -> AcceptHeader.parse("a/b,".repeat(32) + TEXT))
                .isInstanceOf(ProblemException.class)
                .hasMessage("Accept must have at most 32 ranges: ranges=33");
    }

    @Test
    void ifNoneIsWantedItSaysWhichThereAre() {
        assertThatThrownBy(() -> AcceptHeader.parse("image/png").best(JSON, TEXT))
                .isInstanceOf(ProblemException.class)
                .hasMessage("no type in Accept is available; available are application/json, text/plain");
    }
}
