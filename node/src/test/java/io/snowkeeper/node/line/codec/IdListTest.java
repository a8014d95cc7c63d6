package io.snowkeeper.node.line.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.service.message.Batches;
import io.snowkeeper.node.service.message.IdFormat;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdListTest {

    /** Where all digits change, where the last eight run over, and near the end of 63 bits. */
    @ParameterizedTest
    @ValueSource(
            longs = {0, 99_999_997L, 199_999_998L, 9_999_999_999_999_998L, 382_500_392_199_999_997L, Long.MAX_VALUE - 7
            })
    void consecutiveIdsAreWrittenOneByOne(long first) {
        long[] ids = {first, first + 1, first + 2, first + 3, first + 5, first + 6};

        assertThat(written(ids, IdFormat.NUMBER, 100)).isEqualTo(joined(ids, ""));
        assertThat(written(ids, IdFormat.STRING, 100)).isEqualTo(joined(ids, "\""));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aListMayBeWrittenInPieces(int idsPerPiece) {
        long[] ids = {5, 6, 7, 300, 301, 382_500_392_145_063_936L};

        assertThat(written(ids, IdFormat.NUMBER, idsPerPiece)).isEqualTo(joined(ids, ""));
    }

    private static String written(long[] ids, IdFormat format, int idsPerPiece) {
        IdList list = new IdList(Batches.of(ids), format);
        ByteBuf out = Unpooled.buffer(0);
        int pieces = 1;
        while (!list.write(out, idsPerPiece)) {
            pieces++;
        }
        assertThat(pieces).isEqualTo((ids.length + idsPerPiece - 1) / idsPerPiece);
        return out.toString(US_ASCII);
    }

    private static String joined(long[] ids, String quote) {
        return Arrays.stream(ids).mapToObj(id -> quote + id + quote).collect(Collectors.joining(", "));
    }
}
