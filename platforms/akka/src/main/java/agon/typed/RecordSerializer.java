package agon.typed;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.JSerializer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The serialiser of the variant {@code safe}: a record is its components one after the other, an
 * enum constant its ordinal. Components may be ints, longs, lists of ints, strings, enums,
 * addresses of actors and records of all these.
 */
public final class RecordSerializer extends JSerializer {
  private static final int IDENTIFIER = 1313;
  private static final int CAPACITY = 256;

  private final ActorRefResolver addresses;
  private final ThreadLocal<ByteBuffer> scratch =
      ThreadLocal.withInitial(() -> ByteBuffer.allocate(CAPACITY));
  private final ClassValue<Format> formats =
      new ClassValue<>() {
        @Override
        protected Format computeValue(Class<?> type) {
          return format(type);
        }
      };

  /** Called by the actor system. */
  public RecordSerializer(ExtendedActorSystem system) {
    addresses = ActorRefResolver.get(Adapter.toTyped(system));
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public boolean includeManifest() {
    return true;
  }

  @Override
  public byte[] toBinary(Object message) {
    Format format = formats.get(message.getClass());
    while (true) {
      ByteBuffer buffer = scratch.get().clear();
      try {
        format.write(buffer, message);
        return Arrays.copyOf(buffer.array(), buffer.position());
      } catch (BufferOverflowException e) {
        scratch.set(ByteBuffer.allocate(2 * buffer.capacity()));
      }
    }
  }

  @Override
  public Object fromBinaryJava(byte[] bytes, Class<?> manifest) {
    return formats.get(manifest).read(ByteBuffer.wrap(bytes));
  }

  private Format format(Class<?> type) {
    if (type == int.class) {
      return new IntFormat();
    } else if (type == long.class) {
      return new LongFormat();
    } else if (type == int[].class) {
      return new IntsFormat();
    } else if (type == String.class) {
      return new TextFormat();
    } else if (type == ActorRef.class) {
      return new AddressFormat();
    } else if (type.isEnum()) {
      return new EnumFormat(type.getEnumConstants());
    } else if (type.isRecord()) {
      return recordFormat(type);
    }
    throw new IllegalArgumentException(type + " has no format: exempt the message or add one");
  }

  private RecordFormat recordFormat(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
    MethodHandle[] getters = new MethodHandle[components.length];
    Format[] parts = new Format[components.length];
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      for (int i = 0; i < components.length; i++) {
        Method accessor = components[i].getAccessor();
        accessor.setAccessible(true);
        getters[i] = lookup.unreflect(accessor);
        parts[i] = formats.get(types[i]);
      }
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return new RecordFormat(
          getters,
          parts,
          lookup.unreflectConstructor(constructor).asSpreader(Object[].class, types.length));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be taken apart", e);
    }
  }

  /** How the values of one type are written. */
  private interface Format {
    void write(ByteBuffer target, Object value);

    Object read(ByteBuffer source);
  }

  private record IntFormat() implements Format {
    @Override
    public void write(ByteBuffer target, Object value) {
      target.putInt((int) value);
    }

    @Override
    public Object read(ByteBuffer source) {
      return source.getInt();
    }
  }

  private record LongFormat() implements Format {
    @Override
    public void write(ByteBuffer target, Object value) {
      target.putLong((long) value);
    }

    @Override
    public Object read(ByteBuffer source) {
      return source.getLong();
    }
  }

  private record IntsFormat() implements Format {
    @Override
    public void write(ByteBuffer target, Object value) {
      int[] values = (int[]) value;
      target.putInt(values.length);
      for (int one : values) {
        target.putInt(one);
      }
    }

    @Override
    public Object read(ByteBuffer source) {
      int[] values = new int[source.getInt()];
      Arrays.setAll(values, index -> source.getInt());
      return values;
    }
  }

  private record TextFormat() implements Format {
    @Override
    public void write(ByteBuffer target, Object value) {
      byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
      target.putInt(bytes.length).put(bytes);
    }

    @Override
    public Object read(ByteBuffer source) {
      int length = source.getInt();
      int start = source.position();
      source.position(start + length);
      return new String(source.array(), start, length, StandardCharsets.UTF_8);
    }
  }

  private final class AddressFormat implements Format {
    private final Format text = new TextFormat();

    @Override
    public void write(ByteBuffer target, Object value) {
      text.write(target, addresses.toSerializationFormat((ActorRef<?>) value));
    }

    @Override
    public Object read(ByteBuffer source) {
      return addresses.resolveActorRef((String) text.read(source));
    }
  }

  private record EnumFormat(Object[] constants) implements Format {
    @Override
    public void write(ByteBuffer target, Object value) {
      target.put((byte) ((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(ByteBuffer source) {
      return constants[source.get()];
    }
  }

  private record RecordFormat(MethodHandle[] getters, Format[] parts, MethodHandle constructor)
      implements Format {
    @Override
    public void write(ByteBuffer target, Object value) {
      try {
        for (int i = 0; i < parts.length; i++) {
          parts[i].write(target, getters[i].invoke(value));
        }
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Object read(ByteBuffer source) {
      Object[] values = new Object[parts.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = parts[i].read(source);
      }
      try {
        return constructor.invoke(values);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
