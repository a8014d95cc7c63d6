package io.snowkeeper.node.http.routing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.node.line.CollidingKeys;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    private static final String BEYOND =
            "body must not nest deeper than 100 levels, nor have numbers of more than 100 characters";

    @Test
    void keysThatAreMadeToHaveOneHashAreReadAsOthersAre() {
        assertThat(Json.read(body(CollidingKeys.keys(5_000)))).hasSize(5_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "1"})
    void depthAndLongNumbersAreRefusedInOurWords(String repeated) {
        assertThatThrownBy(() -> Json.read(("{\"a\":" + repeated.repeat(200)).getBytes(US_ASCII)))
                .hasMessage(BEYOND);
    }

    @Test
    void whatIsNotUtf8IsRefused() {
        assertThatThrownBy(() -> Json.read(new byte[] {'{', '"', 'k', '"', ':', '"', (byte) 0xff, '"', '}'}))
                .hasMessage("body must be a JSON object in UTF-8");
    }

    private static byte[] body(List<String> keys) {
        return keys.stream()
                .map(key -> "\"" + key + "\":1")
                .collect(Collectors.joining(",", "{", "}"))
                .getBytes(US_ASCII);
    }
}
