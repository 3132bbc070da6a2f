// How high the water stands, in steps from 0.
struct Tides {
  import static int Level();
  import static void Turn(int by);
};
