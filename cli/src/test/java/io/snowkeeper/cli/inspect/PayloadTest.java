package io.snowkeeper.cli.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class PayloadTest {

    private static Payload of(String text) {
        return Payload.of(text.getBytes(UTF_8));
    }

    private static String json(Payload payload) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        payload.addTo(body);
        return body.toString();
    }

    @Test
    void jsonIsIndented() {
        assertThat(of("{\"node\":\"n1\",\"ids\":[1]}").lines())
                .containsExactly("{", "  \"node\" : \"n1\",", "  \"ids\" : [ 1 ]", "}");
        assertThat(json(of("{\"node\":\"n1\"}"))).isEqualTo("{\"json\":{\"node\":\"n1\"}}");
    }

    @Test
    void otherTextIsAsItIs() {
        assertThat(of("17 §\n18").lines()).containsExactly("17 §", "18");
        assertThat(json(of("17 {"))).isEqualTo("{\"text\":\"17 {\"}");
        assertThat(of("{\"a\":1} and more").form()).isEqualTo(Payload.Form.TEXT);
    }

    @Test
    void whatIsNoTextIsHexadecimal() {
        Payload payload = Payload.of(new byte[] {(byte) 0xff, 0, 0x7f});

        assertThat(payload.lines()).containsExactly("ff007f");
        assertThat(json(payload)).isEqualTo("{\"hex\":\"ff007f\"}");
    }

    @Test
    void nothingHasNoLines() {
        assertThat(of("").lines()).isEmpty();
        assertThat(json(of(""))).isEqualTo("{\"text\":\"\"}");
    }

    @Test
    void ofALargeOneTheBeginningIsShown() {
        Payload payload = of("x".repeat(Payload.MAX_SHOWN + 5));

        assertThat(payload.lines())
                .containsExactly("x".repeat(Payload.MAX_SHOWN), "... and 5 more signs; --json has all of them");
        assertThat(json(payload)).hasSize(Payload.MAX_SHOWN + 5 + "{\"text\":\"\"}".length());
    }
}
