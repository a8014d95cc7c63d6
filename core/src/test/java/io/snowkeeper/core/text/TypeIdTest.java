package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By the vectors of TypeID's specification 0.3.0, valid.json and invalid.json. */
class TypeIdTest {

    @ParameterizedTest
    @CsvSource({
        "00000000000000000000000000, '', 00000000-0000-0000-0000-000000000000",
        "00000000000000000000000001, '', 00000000-0000-0000-0000-000000000001",
        "0000000000000000000000000a, '', 00000000-0000-0000-0000-00000000000a",
        "0000000000000000000000000g, '', 00000000-0000-0000-0000-000000000010",
        "00000000000000000000000010, '', 00000000-0000-0000-0000-000000000020",
        "7zzzzzzzzzzzzzzzzzzzzzzzzz, '', ffffffff-ffff-ffff-ffff-ffffffffffff",
        "prefix_0123456789abcdefghjkmnpqrs, prefix, 0110c853-1d09-52d8-d73e-1194e95b5f19",
        "prefix_01h455vb4pex5vsknk084sn02q, prefix, 01890a5d-ac96-774b-bcce-b302099a8057",
        "pre_fix_00000000000000000000000000, pre_fix, 00000000-0000-0000-0000-000000000000"
    })
    void readsAndWritesWhatIsValid(String text, String type, UUID uuid) {
        assertThat(TypeId.parse(text)).isEqualTo(new TypeId(type, uuid)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PREFIX_00000000000000000000000000",
                "12345_00000000000000000000000000",
                "pre.fix_00000000000000000000000000",
                "pr\u00e9fix_00000000000000000000000000",
                "  prefix_00000000000000000000000000",
                "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000",
                "_00000000000000000000000000",
                "_",
                "prefix_1234567890123456789012345",
                "prefix_123456789012345678901234567",
                "prefix_1234567890123456789012345 ",
                "prefix_0123456789ABCDEFGHJKMNPQRS",
                "prefix_123456789-123456789-123456",
                "prefix_ooooooiiiiiiuuuuuuulllllll",
                "prefix_i23456789ol23456789oi23456",
                "prefix_123456789-0123456789-0123456",
                "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
                "_prefix_00000000000000000000000000",
                "prefix__00000000000000000000000000"
            })
    void refusesWhatIsInvalid(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TypeId.parse(text));
    }
}
