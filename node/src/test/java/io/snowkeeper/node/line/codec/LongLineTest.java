package io.snowkeeper.node.line.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongLineTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":2,\"ids\":[1,2",
                "{\"body\":{\"type\":\"verify_ids\",\"ids\":[1,",
                "{ \"body\" : { \"type\" : \"verify_ids\"",
                "{\"body\":{\"typ\\u0065\":\"verify\\u005fids\",",
                "{\"id\":[{}],\"body\":{\"trace\":{\"type\":\"generate\"},\"type\":\"verify_ids\",",
                "{\"body\":{\"type\":\"generate\",\"type\":\"verify_ids\",",
                "{\"body\":{},\"body\":{\"type\":\"verify_ids\",",
            })
    void theTypeMayComeFirst(String beginning) {
        assertThat(isAllowed(beginning)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"body\":{\"ids\":[1,2,", "{\"body\":{\"format\":\"string\",\"ids\":[\"1\",\"2\",\"3"})
    void theIdsMayComeFirstAsClientsWriteThatSortKeys(String beginning) {
        assertThat(isAllowed(beginning)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "xxxx",
                "[[[[",
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"x\":\"yy",
                "{\"body\":{\"type\":\"generate\",\"ids\":[1,2,",
                "{\"body\":{\"type\":\"generate_batch\",\"count\":1}",
                "{\"body\":{\"trace\":{\"type\":\"verify_ids\",\"ids\":[1,2",
                "{\"trace\":{\"body\":{\"type\":\"verify_ids\",\"ids\":[1,2",
                "{\"type\":\"verify_ids\",\"ids\":[1,2",
                "{\"x\":\"\\\"body\\\":{\\\"type\\\":\\\"verify_ids\\\",",
                "{\"body\":{\"type\":\"verify_id",
                "{\"body\":{\"type\":\"verify_ids2\",",
                "{\"body\":{\"ids\":5,\"x\":\"",
                "{\"body\":{\"ids\":{\"a\":",
                "{\"body\":[{\"type\":\"verify_ids\"",
                "{\"src\":\"\0\",\"body\":{\"type\":\"verify_ids\",",
            })
    void nothingElseIsALongLine(String beginning) {
        assertThat(isAllowed(beginning)).isFalse();
    }

    private static boolean isAllowed(String beginning) {
        return LongLine.isAllowed(Unpooled.copiedBuffer(beginning, US_ASCII));
    }
}
