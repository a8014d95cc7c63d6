package io.snowkeeper.loadtest.attack.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class CollidingNamesTest {

    private static final int COUNT = 1_000;

    /** Each table of names has a seed of its own. */
    @RepeatedTest(3)
    void haveOneHashInAnyTableOfJackson() {
        ByteQuadsCanonicalizer table = ByteQuadsCanonicalizer.createRoot();

        assertThat(names()).extracting(name -> hash(table, name)).containsOnly(hash(table, "snowfall"));
    }

    @Test
    void areDifferentNames() {
        assertThat(new HashSet<>(names())).hasSize(COUNT);
    }

    @Test
    void needNoEscapesInJson() {
        assertThat(names()).allMatch(name -> name.matches("[ -~&&[^\"\\\\]]{8}"));
    }

    private static List<String> names() {
        CollidingNames source = new CollidingNames("snowfall");
        List<String> names = new ArrayList<>();
        while (names.size() < COUNT) {
            names.add(source.next());
        }
        return names;
    }

    private static int hash(ByteQuadsCanonicalizer table, String name) {
        ByteBuffer words = ByteBuffer.wrap(name.getBytes(US_ASCII));
        return table.calcHash(words.getInt(), words.getInt());
    }
}
