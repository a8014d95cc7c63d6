package io.snowkeeper.spring.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.core.text.PublicIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A test of an application's JSON alone, as those of its controllers alone have it, too. */
@JsonTest
class JsonSliceTest {

    @SpringBootConfiguration
    static class Application {}

    record Order(@IdAsText long id) {}

    record Shown(@PublicId("ord") long id) {}

    private static final String KEYS = "a base58 2b7e151628aed2a6abf7158809cf4f3c";

    @TempDir
    private static Path folder;

    @DynamicPropertySource
    static void keys(DynamicPropertyRegistry settings) throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), KEYS);
        settings.add("snowkeeper.public-id-keys", () -> keys);
    }

    @Test
    void publicIdsAreByTheKeysOfTheSettings(@Autowired ObjectMapper mapper) throws Exception {
        assertThat(mapper.writeValueAsString(new Shown(7)))
                .isEqualTo("{\"id\":\"%s\"}"
                        .formatted(PublicIds.ofKeys(KEYS).withPrefix("ord").format(7)));
    }

    @Test
    void idsAreTexts(@Autowired ObjectMapper mapper) throws Exception {
        assertThat(mapper.writeValueAsString(new Order(384316993592885248L)))
                .isEqualTo("{\"id\":\"384316993592885248\"}");
    }
}
