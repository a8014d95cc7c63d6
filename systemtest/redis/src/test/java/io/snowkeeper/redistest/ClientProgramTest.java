package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ClientProgramTest {

    @Test
    void theDocumentHasAProgramForEachClientAndNoOther() throws IOException {
        assertThat(ClientProgram.inDocument()).isEqualTo(ClientProgram.values().length);
    }
}
