import void Speak(this Character*, const string text);
