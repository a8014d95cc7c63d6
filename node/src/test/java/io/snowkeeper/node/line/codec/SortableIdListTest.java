package io.snowkeeper.node.line.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortableIdListTest {

    private static final List<SortableId> IDS =
            List.of(new SortableId(0, 0), new SortableId(1, 2), new SortableId(-1, -1));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aListMayBeWrittenInPieces(int idsPerPiece) {
        SortableIdList list = new SortableIdList(IDS, SortableIdFormat.HEX);
        ByteBuf out = Unpooled.buffer(0);
        int pieces = 1;
        while (!list.write(out, idsPerPiece)) {
            pieces++;
        }

        assertThat(out.toString(US_ASCII))
                .isEqualTo("\"00000000000000000000000000000000\", \"00000000000000010000000000000002\","
                        + " \"ffffffffffffffffffffffffffffffff\"");
        assertThat(pieces).isEqualTo((IDS.size() + idsPerPiece - 1) / idsPerPiece);
    }
}
