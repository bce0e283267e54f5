// Checks player certificates the way the game does, with nothing but the Java runtime. Standard input: the
// service's key in DER and Base64; then, for each certificate, a line with UUID, expiresAt, publicKey,
// publicKeySignature and publicKeySignatureV2, the PEM text in Base64. Prints how many are good in both
// forms, and names the others.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

public class GameCertificates {
  static final String BEGIN = "-----BEGIN RSA PUBLIC KEY-----";
  static final String END = "-----END RSA PUBLIC KEY-----";
  static final Base64.Encoder LINES = Base64.getMimeEncoder(76, "\n".getBytes(StandardCharsets.UTF_8));

  static PublicKey rsa(byte[] der) throws Exception {
    return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
  }

  static boolean verifies(PublicKey key, byte[] data, String signature) throws Exception {
    Signature verifier = Signature.getInstance("SHA1withRSA");
    verifier.initVerify(key);
    verifier.update(data);
    return verifier.verify(Base64.getDecoder().decode(signature));
  }

  static boolean isGood(PublicKey service, String[] fields) throws Exception {
    UUID profile =
        UUID.fromString(fields[0].replaceFirst("(\\w{8})(\\w{4})(\\w{4})(\\w{4})(\\w{12})", "$1-$2-$3-$4-$5"));
    long expiresAt = Instant.parse(fields[1]).toEpochMilli();
    String pem = new String(Base64.getDecoder().decode(fields[2]), StandardCharsets.UTF_8);
    int begin = pem.indexOf(BEGIN) + BEGIN.length();
    PublicKey player = rsa(Base64.getMimeDecoder().decode(pem.substring(begin, pem.indexOf(END))));

    String first = expiresAt + BEGIN + "\n" + LINES.encodeToString(player.getEncoded()) + "\n" + END + "\n";
    byte[] encoded = player.getEncoded();
    byte[] second =
        ByteBuffer.allocate(24 + encoded.length)
            .putLong(profile.getMostSignificantBits())
            .putLong(profile.getLeastSignificantBits())
            .putLong(expiresAt)
            .put(encoded)
            .array();
    return verifies(service, first.getBytes(StandardCharsets.US_ASCII), fields[3])
        && verifies(service, second, fields[4]);
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PublicKey service = rsa(Base64.getDecoder().decode(input.readLine()));
    int good = 0;
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] fields = line.split(" ");
      if (isGood(service, fields)) good++;
      else System.out.println("bad: " + fields[0]);
    }
    System.out.println("good: " + good);
  }
}
