package io.snowkeeper.core.text;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** A key that encrypts single blocks by AES (FIPS 197). Thread-safe. */
final class AesKey {

    static final int BLOCK = 16;

    private final SecretKeySpec key;
    private final ThreadLocal<Cipher> ciphers = ThreadLocal.withInitial(this::cipher);

    /**
     * @param key copied
     * @throws IllegalArgumentException if it has not 16, 24 or 32 bytes
     */
    AesKey(byte[] key) {
        if (key.length != 16 && key.length != 24 && key.length != 32) {
            throw new IllegalArgumentException("an AES key must have 16, 24 or 32 bytes: bytes=" + key.length);
        }
        this.key = new SecretKeySpec(key, "AES");
    }

    /** Encrypts a block in its place. */
    void encrypt(byte[] block) {
        try {
            ciphers.get().update(block, 0, BLOCK, block, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES cannot encrypt a block", e);
        }
    }

    private Cipher cipher() {
        try {
            Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES", e);
        }
    }
}
